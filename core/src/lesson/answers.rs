//! What the other side answers: as the lesson has it, else as a bot would.

use super::card::Notice;
use super::plan::Task;
use super::tutor::Tutor;
use crate::kernel::{Ask, Rng, Seat, Table, Trouble, Whole};

/// So many orders of the other side in a row are waited for.
const PATIENCE: u32 = 400;

impl Tutor {
    /// Lets the other side answer until the learner is asked.
    pub(super) fn settle(&mut self, table: &mut Box<dyn Table>) {
        let learner = self.learner(&**table);
        for _ in 0..PATIENCE {
            let Ask::Ask(question) = table.ask() else { return };
            if question.seat == learner {
                match self.only_answer(table, &question.name).map(|answer| table.play_text(&answer)) {
                    Some(Ok(_)) => continue,
                    Some(Err(_)) | None => return,
                }
            }
            let reply = self.act().and_then(|act| act.reply.get(self.place.replied)).cloned();
            if let Some(reply) = reply {
                self.place.replied += 1;
                match table.play_text(&reply) {
                    Ok(_) => continue,
                    Err(trouble) => self.reply_failed(&reply, &trouble.to_string()),
                }
            }
            match self.bot_answers(table, question.seat) {
                Ok(()) | Err(Trouble::HookOff(_)) => {}
                Err(trouble) => {
                    self.notice = Some(Notice::Fault(format!("The other side cannot answer: {trouble}")));
                    return;
                }
            }
        }
        self.notice = Some(Notice::Fault("The other side comes to no end.".to_owned()));
    }

    /// The only legal answer to a question of the learner that is no turn, unless the lesson wants it given.
    pub(super) fn only_answer(&self, table: &mut Box<dyn Table>, question: &str) -> Option<String> {
        if question == "turn" {
            return None;
        }
        let (lines, whole) = table.orders(2).ok()?;
        let (Whole::All, [only]) = (whole, &lines[..]) else { return None };
        let steps = self.lesson.steps.iter().skip(self.place.step).take(2);
        let acts = steps.flat_map(|step| match &step.task {
            Task::Acts(acts) => &acts[..],
            Task::Quiz(_) | Task::Watch { .. } => &[],
        });
        let wanted = { acts }.any(|act| act.show.contains(&only.text));
        (!wanted).then(|| only.text.clone())
    }

    /// The same after the right order. Where the lesson goes on elsewhere, nobody waits for more than the written replies.
    pub(super) fn settle_right(&mut self, table: &mut Box<dyn Table>) {
        let is_last =
            self.step().is_some_and(|step| matches!(&step.task, Task::Acts(acts) if self.place.act + 1 == acts.len()));
        let elsewhere = self.lesson.steps.get(self.place.step + 1).is_none_or(|next| next.opening.is_some());
        if !(is_last && elsewhere) {
            return self.settle(table);
        }
        let replies = self.act().map_or(Vec::new(), |act| act.reply.iter().skip(self.place.replied).cloned().collect());
        for reply in replies {
            self.place.replied += 1;
            if let Err(trouble) = table.play_text(&reply) {
                return self.reply_failed(&reply, &trouble.to_string());
            }
        }
    }

    /// An answer of the other side is as the lesson has it no more; the first is kept for who looks the lesson through.
    fn reply_failed(&mut self, reply: &str, why: &str) {
        self.unfit.get_or_insert_with(|| format!("the order \"{reply}\" of `reply` does not go: {why}"));
    }

    /// What is left of an act's answers when it is done was never asked for.
    pub(super) fn note_unasked(&mut self) {
        let rest = self.act().and_then(|act| act.reply.get(self.place.replied)).cloned();
        if let Some(reply) = rest {
            self.reply_failed(&reply, "the other side is not asked for it");
        }
    }

    pub(super) fn bot_answers(&mut self, table: &mut Box<dyn Table>, seat: Seat) -> Result<(), Trouble> {
        if self.bot.as_ref().is_none_or(|(stage, _)| *stage != self.stage) {
            // not every game has them all
            let names = self.lesson.enemy.iter().map(String::as_str).chain(["steady", "lua", "random"]);
            let player = { names }.find_map(|name| table.recruit(name)().ok());
            self.bot = player.map(|player| (self.stage, player));
        }
        let seen = table.seen(seat);
        if let Some((_, player)) = &mut self.bot
            && let Ok(chosen) = player.choose(&seen, &|| false)
            && table.play_text(&chosen.order).is_ok()
        {
            return Ok(());
        }
        // a bot that fails does not hold up a lesson
        let mut rng = Rng::with_seed(u64::from(table.number()));
        let order = table.any_order(&mut rng)?;
        table.play_text(&order.text).map(drop)
    }
}
