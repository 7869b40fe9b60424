//! Names on an area board: `12` a locale, `12/11` its approach facing 11, `9/10a` where two pairs meet, `10-11/local1` a crossing.

use super::area::AreaMap;
use super::id::{ApproachId, CrossingId, HoldingId, LocaleId, PairId};
use crate::pack::nearest::nearest;

/// A name that the map does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {what} \"{name}\"{}", nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean \"{name}\"?")))]
pub struct UnknownName {
    /// What was looked for: a locale, an approach, ...
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The nearest known one, if one is near.
    pub nearest: Option<String>,
}

impl AreaMap {
    /// The locale's id as text.
    pub fn locale_name(&self, locale: LocaleId) -> &str {
        &self.locale(locale).id
    }

    /// The pair's name, such as `5-12`.
    pub fn pair_name(&self, pair: PairId) -> &str {
        &self.pair(pair).name
    }

    /// The approach's name: its locale, then the one it faces, with the pair's letter where the two meet twice.
    pub fn approach_name(&self, approach: ApproachId) -> String {
        let facts = self.approach(approach);
        format!(
            "{}/{}{}",
            self.locale_name(facts.locale),
            self.locale_name(facts.beyond),
            self.pair(approach.pair()).mark
        )
    }

    /// The crossing's name, such as `10-11/local1`, or `74-edge/main1` where a road enters the map.
    pub fn crossing_name(&self, crossing: CrossingId) -> String {
        let facts = self.crossing(crossing);
        let (word, number) = (facts.kind.word(), facts.number);
        match facts.pair {
            Some(pair) => format!("{}/{word}{number}", self.pair_name(pair)),
            None => format!("{}-edge/{word}{number}", self.locale_name(facts.ends.0)),
        }
    }

    /// The locale in a sentence: its id and what lies there, such as `12 Marengo`.
    pub fn locale_title(&self, locale: LocaleId) -> String {
        let facts = self.locale(locale);
        format!("{} {}", facts.id, facts.name).trim_end().to_owned()
    }

    /// The crossing in a sentence, such as `local road 10-11`, or `main road into 74` where a road enters the map.
    pub fn crossing_title(&self, crossing: CrossingId) -> String {
        let facts = self.crossing(crossing);
        let word = facts.kind.word();
        match facts.pair {
            Some(pair) => format!("{word} road {}", self.pair_name(pair)),
            None => format!("{word} road into {}", self.locale_name(facts.ends.0)),
        }
    }

    /// The holding area's name.
    pub fn holding_name(&self, holding: HoldingId) -> &str {
        &self.holding(holding).name
    }

    /// The locale of this id.
    ///
    /// # Errors
    /// The nearest known id, when there is no such locale.
    pub fn read_locale(&self, name: &str) -> Result<LocaleId, UnknownName> {
        let found = self.locales().find(|locale| self.locale_name(*locale) == name);
        found.ok_or_else(|| unknown("locale", name, self.locales().map(|locale| self.locale_name(locale).to_owned())))
    }

    /// The pair of this name.
    ///
    /// # Errors
    /// The nearest known name, when there is no such pair.
    pub fn read_pair(&self, name: &str) -> Result<PairId, UnknownName> {
        let found = self.pairs().find(|pair| self.pair_name(*pair) == name);
        found.ok_or_else(|| {
            unknown("pair of approaches", name, self.pairs().map(|pair| self.pair_name(pair).to_owned()))
        })
    }

    /// The approach of this name.
    ///
    /// # Errors
    /// The nearest known name, when there is no such approach.
    pub fn read_approach(&self, name: &str) -> Result<ApproachId, UnknownName> {
        let found = name.split_once('/').and_then(|(here, faced)| {
            let here = self.locales().find(|locale| self.locale_name(*locale) == here)?;
            self.approaches_of(here).iter().copied().find(|approach| {
                let mark = faced.strip_prefix(self.locale_name(self.approach(*approach).beyond));
                mark == Some(&*self.pair(approach.pair()).mark)
            })
        });
        found.ok_or_else(|| unknown("approach", name, self.approaches().map(|approach| self.approach_name(approach))))
    }

    /// The crossing of this name.
    ///
    /// # Errors
    /// The nearest known name, when there is no such crossing.
    pub fn read_crossing(&self, name: &str) -> Result<CrossingId, UnknownName> {
        let found = name.split_once('/').and_then(|(place, _)| {
            let at = |crossing: &CrossingId| match self.crossing(*crossing).pair {
                Some(pair) => self.pair_name(pair) == place,
                None => true,
            };
            self.crossings().filter(at).find(|crossing| self.crossing_name(*crossing) == name)
        });
        found.ok_or_else(|| unknown("crossing", name, self.crossings().map(|crossing| self.crossing_name(crossing))))
    }

    /// The holding area of this name.
    ///
    /// # Errors
    /// The nearest known name, when there is no such holding area.
    pub fn read_holding(&self, name: &str) -> Result<HoldingId, UnknownName> {
        let found = self.holdings().find(|holding| self.holding_name(*holding) == name);
        found.ok_or_else(|| {
            unknown("holding area", name, self.holdings().map(|holding| self.holding_name(holding).to_owned()))
        })
    }
}

/// The error for a name that is none of the known ones.
pub(super) fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = String>) -> UnknownName {
    let known: Vec<String> = known.collect();
    let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    UnknownName { what, name: name.to_owned(), nearest }
}
