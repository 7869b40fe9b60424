//! Composing over a few offers made by hand.

use super::*;
use bormida_core::kernel::Cost;

const MARCH: Verb = Verb(0);
const ROAD: Verb = Verb(1);
const ATTACK: Verb = Verb(2);
const END: Verb = Verb(3);

fn offer(verb: Verb, parts: &[u32], classes: &[(u8, u8)], max: u8) -> Offer {
    let slot = match classes {
        [] => Slot::None,
        _ => Slot::Bag { classes: classes.iter().map(|(c, n)| (Class(*c), *n)).collect(), min: 1, max },
    };
    Offer { verb, parts: parts.iter().map(|p| Part(*p)).collect(), slot, cost: Cost(1) }
}

/// From 1 one marches to 2 or attacks over 9; two roads lead to 8; from 2 one marches to 1.
fn offers() -> Vec<Offer> {
    vec![
        offer(MARCH, &[1, 2], &[(0, 2), (1, 2)], 3),
        offer(ATTACK, &[1, 9], &[(1, 2)], 2),
        offer(ROAD, &[1, 5, 8], &[(0, 2)], 1),
        offer(ROAD, &[1, 6, 8], &[(0, 2)], 1),
        offer(ROAD, &[1, 5], &[(0, 2)], 1),
        offer(MARCH, &[2, 1], &[(0, 1)], 1),
        offer(END, &[], &[], 0),
    ]
}

fn lit(composer: &Composer) -> Vec<u32> {
    composer.targets(&offers()).into_iter().map(|(part, _)| part.0).collect()
}

#[test]
fn who_then_where_then_how() {
    let offers = offers();
    let mut composer = Composer::default();
    assert_eq!(lit(&composer), [1, 2]);
    assert_eq!(composer.choose(&offers, Part(1)), Step::On);
    assert_eq!(lit(&composer), [2, 5, 6, 8, 9]);
    assert_eq!(composer.choose(&offers, Part(2)), Step::On);
    // as many as go, the strongest first, wait for a word
    assert_eq!(composer.picked()[..], [(Class(0), 1), (Class(1), 2)]);
    let [choice] = &composer.candidates(&offers)[..] else { panic!() };
    assert_eq!(choice.parts[..], [Part(1), Part(2)]);
}

#[test]
fn a_piece_that_may_yet_go_elsewhere_waits_for_where() {
    let mut offers = offers();
    offers.push(offer(Verb(4), &[1], &[(0, 2)], 1)); // needs no target, as the pontoon bridge
    let mut composer = Composer::default();
    assert_eq!(composer.choose(&offers, Part(1)), Step::On);
    assert_eq!(composer.toggle(&offers, Class(0)), Step::On);
    let [choice] = &composer.candidates(&offers)[..] else { panic!() };
    assert_eq!(choice.verb, Verb(4)); // offered, not given
    assert_eq!(composer.choose(&offers, Part(5)), Step::Whole);
    assert_eq!(composer.candidates(&offers)[0].verb, ROAD);
}

#[test]
fn taken_pieces_darken_the_targets_that_they_cannot_reach() {
    let offers = offers();
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    assert_eq!(composer.toggle(&offers, Class(1)), Step::On);
    assert_eq!(lit(&composer), [2, 9]);
    assert_eq!(composer.choose(&offers, Part(9)), Step::Whole);
    let [choice] = &composer.candidates(&offers)[..] else { panic!() };
    assert_eq!((choice.verb, &choice.fill), (ATTACK, &Fill::Bag([(Class(1), 1)].into_iter().collect())));
}

#[test]
fn two_ways_to_a_target_are_laid_out() {
    let offers = offers();
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    assert_eq!(composer.choose(&offers, Part(8)), Step::On);
    assert_eq!(composer.ways().len(), 2);
    assert_eq!(composer.choose_way(&offers, 1), Step::On);
    assert_eq!(composer.toggle(&offers, Class(0)), Step::Whole);
    assert_eq!(composer.candidates(&offers)[0].parts[..], [Part(1), Part(6), Part(8)]);
}

#[test]
fn another_who_begins_anew_and_back_gives_up_step_by_step() {
    let offers = offers();
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    composer.choose(&offers, Part(9));
    assert!(composer.back());
    assert_eq!(composer.chosen(), [Part(1)]);
    assert_eq!(composer.choose(&offers, Part(7)), Step::Dark);
    assert!(composer.back() && !composer.back());
    composer.choose(&offers, Part(2));
    composer.choose(&offers, Part(1));
    // 1 is the target now, and 2 cannot reach 9; 1 can, but is nobody yet
    assert_eq!(composer.choose(&offers, Part(9)), Step::Dark);
    assert_eq!(composer.chosen(), [Part(2), Part(1)]);
}

#[test]
fn a_target_is_given_up_for_another() {
    let offers = offers();
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    composer.choose(&offers, Part(9));
    assert_eq!(composer.picked()[..], [(Class(1), 2)]);
    composer.choose(&offers, Part(2));
    assert_eq!(composer.chosen(), [Part(1), Part(2)]);
    // what the composer had taken for the first target it takes anew for the second
    assert_eq!(composer.picked()[..], [(Class(0), 1), (Class(1), 2)]);
}

#[test]
fn a_march_of_the_only_piece_is_whole_with_its_target() {
    let offers = offers();
    let mut composer = Composer::default();
    composer.choose(&offers, Part(2));
    assert_eq!(composer.choose(&offers, Part(1)), Step::Whole);
}

#[test]
fn double_takes_as_many_as_one_order_allows() {
    let offers = [offer(MARCH, &[1, 2], &[(0, 5)], 3)];
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    composer.take_all(&offers, Class(0));
    assert_eq!(composer.picked()[..], [(Class(0), 3)]);
    // a click on a full chip puts it back
    composer.toggle(&offers, Class(0));
    assert!(composer.picked().is_empty());
}

#[test]
fn a_pose_waits_for_its_place_and_leaves_the_other_orders_of_its_parts() {
    let frame = Frame { x: (0.0, 9.0), y: (0.0, 9.0), heading: (0.0, 360.0) };
    let place = Offer { slot: Slot::Pose { frame }, ..offer(MARCH, &[1], &[], 0) };
    let offers = [place, offer(ATTACK, &[1], &[], 0)];
    let mut composer = Composer::default();
    // the attack needs nothing more, but it may not be what is meant
    assert_eq!(composer.choose(&offers, Part(1)), Step::On);
    assert_eq!(composer.frame(&offers), Some(frame));
    assert_eq!(composer.candidates(&offers)[0].verb, ATTACK);
    let pose = Pose { x: 100, y: 200, heading: 0 };
    composer.place(Some(pose));
    let [choice] = &composer.candidates(&offers)[..] else { panic!() };
    assert_eq!((choice.verb, &choice.fill), (MARCH, &Fill::Pose(pose)));
    assert!(composer.back());
    assert_eq!((composer.pose(), composer.chosen()), (None, &[Part(1)][..]));
}

#[test]
fn a_deed_is_chosen_with_all_its_places() {
    let mut offers = offers();
    offers.push(offer(Verb(4), &[1], &[(0, 2), (1, 1)], 2));
    let mut composer = Composer::default();
    assert_eq!(composer.choose_deed(&offers, Verb(4), &[Part(1)]), Step::On);
    let [choice] = &composer.candidates(&offers)[..] else { panic!() };
    assert_eq!((choice.verb, &choice.parts[..]), (Verb(4), &[Part(1)][..]));
    // what was taken for it stays; what does not go with it is put back
    let mut composer = Composer::default();
    composer.choose(&offers, Part(1));
    composer.toggle(&offers, Class(0));
    composer.choose_deed(&offers, Verb(4), &[Part(1)]);
    assert_eq!(composer.picked()[..], [(Class(0), 1)]);
    composer.choose_deed(&offers, ATTACK, &[Part(1), Part(9)]);
    assert_eq!(composer.picked()[..], [(Class(1), 2)]);
    assert_eq!(composer.choose_deed(&offers, Verb(4), &[Part(7)]), Step::Dark);
}
