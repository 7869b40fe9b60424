//! What is remarkable about a match that was loaded, for people.

use bormida_core::kernel::LoadedTable;

use crate::clipped::clipped;

/// What is remarkable, a clause each.
pub(crate) fn remarks(loaded: &LoadedTable) -> Vec<String> {
    let mut remarks = Vec::new();
    if loaded.game.header().all_seeing {
        remarks.push("nothing is hidden in this match: it is for trying rules".to_owned());
    }
    if let Some(torn) = &loaded.torn {
        remarks.push(format!("line {} was not written to its end, and is left out", torn.line));
    }
    if loaded.other_packs && loaded.divergence.is_none() {
        remarks.push("it was played with other packs than are here now".to_owned());
    }
    remarks.extend(loaded.since());
    match (&loaded.divergence, loaded.from_snapshot) {
        (Some(divergence), Some(n)) => {
            remarks.push(format!("{divergence}; the snapshot after order {n} is taken instead"));
        }
        (Some(divergence), None) => {
            remarks.push(format!("{divergence}; today's rules tell the story up to order {}", loaded.game.number()));
        }
        (None, _) => {}
    }
    remarks.iter().map(|remark| clipped(remark)).collect()
}
