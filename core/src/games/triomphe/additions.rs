//! What packs may add to the game beside answers to points: steps and orders, with what their functions are told.

use super::model::Arm;
use super::rules::{PlaceFacts, StepFacts};
use crate::script::{Addition, Call, FactSet};

/// The types of pieces by their words.
pub(super) const ARM_WORDS: [(&str, Arm); 3] =
    [("artillery", Arm::Artillery), ("cavalry", Arm::Cavalry), ("infantry", Arm::Infantry)];

/// What packs may add beside answers to points.
pub const ADDITIONS: [Addition; 2] = [
    Addition {
        table: "steps",
        entry: "Step",
        help: "Steps that packs put into the procedures of the game.",
        fields: &[
            (
                "after",
                "string",
                "The step after which it is played: `assault.declare`, `assault.` and a name out of `assault_order`, \
                 `turn.start`, `turn.morale`, `turn.return`, `attack.answer`, `bombardment.hit`, `retreat.reveal`, \
                 `retreat.losses`, `retreat.flight`.",
            ),
            ("rule", "string?", "The section that refusals and the question name."),
            ("ask", "string?", "What the asked seat is told to do, when there is `choose`."),
            ("help", "string?", "A sentence or two for somebody who asks what this is about."),
            ("word", "string?", "The word of the answer as a text; the step's name when it is missing."),
            ("name", "string?", "The answer for people."),
        ],
        calls: &[
            Call {
                name: "choose",
                told: StepFacts::NAME,
                facts: StepFacts::FACTS,
                returns: "{ seat: Seat, from: string?, arm: string?, min: number?, max: number }?",
                changes: false,
                help: "Who is asked, and for what: from `min` to `max` of the `\"leaders\"`, of the `\"others\"` or of the \
                       pieces in a position, perhaps of one `arm`; without `from` a number. Nil: nobody. Where nobody can \
                       have such a piece the step is passed by. Chosen pieces are shown.",
            },
            Call {
                name: "play",
                told: StepFacts::NAME,
                facts: StepFacts::FACTS,
                returns: "{ Effect }?",
                changes: true,
                help: "What the step does.",
            },
        ],
    },
    Addition {
        table: "orders",
        entry: "OwnOrder",
        help: "Orders that a seat may give in its turn.",
        fields: &[
            ("rule", "string?", "The section that refusals name."),
            ("word", "string?", "The word of the order as a text; the order's name when it is missing."),
            ("name", "string?", "The order for people."),
            ("cost", "number?", "Commands that it costs: 0 to 9, 1 when it is missing."),
            ("arm", "string?", "The only type of piece that takes part."),
            ("marked", "string?", "A mark that these pieces have: `disorganized` or `organized`."),
            ("most", "number?", "The most pieces in one order: 1 to 8, 1 when it is missing."),
            ("shows", "boolean?", "Whether the pieces are shown."),
        ],
        calls: &[
            Call {
                name: "may",
                told: PlaceFacts::NAME,
                facts: PlaceFacts::FACTS,
                returns: "boolean | string",
                changes: false,
                help: "Whether the order can be given in a position; everywhere when it is missing. A text forbids it and is the reason that is told: one line of at most 200 bytes.",
            },
            Call {
                name: "play",
                told: PlaceFacts::NAME,
                facts: PlaceFacts::FACTS,
                returns: "{ Effect }?",
                changes: true,
                help: "What the order does, beside that its pieces have acted.",
            },
        ],
    },
];
