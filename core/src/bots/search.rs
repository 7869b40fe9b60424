//! Search for hidden information: Monte Carlo trees over what the searching seat perceives, on deals of its view.
//!
//! Each iteration deals a full state from the view, goes down the tree along orders that are possible in that deal,
//! adds one node, plays on by the game's natural policy and judges where that ends. Orders that look alike to the
//! searching seat share a node, so that nothing is planned on what it cannot see.

use crate::kernel::{Ask, Bot, Chosen, Fault, Game, Key, Offers, Outcome, Policy, Rng, Seat, Seed, Whole};
use std::collections::BTreeMap;

/// At most so many seats have their own rewards.
const SEATS: usize = 8;
/// Reward of each seat, from 0 (lost) to 1 (won).
type Rewards = [f32; SEATS];

/// The search, with its measures. Strength is counted in iterations, never in seconds.
#[derive(Clone, Debug)]
pub struct Search {
    /// Deals that are played through for one decision.
    pub iterations: u32,
    /// How much rarely tried orders are worth trying again, in twice the standard deviation of the rewards met so far: 0.7
    /// suits games that are won or lost, and judgements that tell small things apart as well.
    pub curiosity: f32,
    /// A node tries 2 + `breadth` * sqrt(visits) different orders.
    pub breadth: f32,
    /// Orders of a playout before the state is judged, if not as many as the game names; a game without a judgement is
    /// played to its end.
    pub horizon: Option<u32>,
    /// Steps that scripts may take for each of the iterations, all of them together: a search whose scripts take more ends
    /// with fewer iterations, after the same one on every machine.
    pub fuel: u64,
    /// Orders at the root are all tried when there are at most so many, and tries enough for a few of each; else they are drawn
    /// like everywhere in the tree.
    pub root_orders: usize,
}

impl Search {
    /// A search of so many iterations.
    #[must_use]
    pub fn new(iterations: u32) -> Search {
        Search { iterations, curiosity: 0.7, breadth: 2.0, horizon: None, fuel: 100_000, root_orders: 200 }
    }
}

/// A playout in a game without a judgement ends after so many orders as a draw.
const LONGEST: u32 = 3000;
/// Tries for each order of a root that is planted, on an average.
const TRIES_EACH: usize = 4;
/// So few orders are planted however few the tries.
const LEAST_PLANTED: usize = 8;
/// Draws for a node before it goes without a new order.
const DRAWS: usize = 4;

struct Node<O> {
    visits: u32,
    children: BTreeMap<Key, Edge<O>>,
}

struct Edge<O> {
    /// A ground order that looks so; of the searching seat's own orders it is the only one.
    order: O,
    visits: u32,
    /// How often the edge could have been taken.
    open: u32,
    /// Sum of the rewards of the seat that moves here.
    sum: f32,
    to: usize,
}

/// How far apart the rewards of the searching seat lie.
#[derive(Default)]
struct Spread {
    n: f32,
    sum: f32,
    squares: f32,
}

/// Rewards are never taken to lie nearer to each other than this.
const LEAST_SPREAD: f32 = 0.002;

impl Spread {
    fn add(&mut self, reward: f32) {
        self.n += 1.0;
        self.sum += reward;
        self.squares += reward * reward;
    }

    /// Twice their standard deviation: 1 where as many games are won as lost; 1 before two are known.
    fn width(&self) -> f32 {
        if self.n < 2.0 {
            return 1.0;
        }
        let mean = self.sum / self.n;
        (2.0 * (self.squares / self.n - mean * mean).max(0.0).sqrt()).max(LEAST_SPREAD)
    }
}

struct Tree<'g, G: Game> {
    game: &'g G,
    me: Seat,
    spread: Spread,
    horizon: u32,
    nodes: Vec<Node<G::Order>>,
    how: &'g Search,
    /// Every legal order stands at the root: what is legal is told by the view, so that each is in every deal of it.
    planted: bool,
    /// What the game's scripts will have spent when the search must end.
    last_step: u64,
    stop: &'g dyn Fn() -> bool,
}

/// Why an iteration came to nothing.
enum Lost {
    /// A script failed in a line that may never be played: that costs the iteration alone.
    Line(Fault),
    /// The script that judges states failed: whoever plays by it cannot play.
    Judge(Fault),
    /// The search has to end.
    Over,
}

impl From<Fault> for Lost {
    fn from(fault: Fault) -> Lost {
        Lost::Line(fault)
    }
}

impl<G: Game> Bot<G> for Search {
    fn choose(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Chosen<G::Order>, Fault> {
        game.forget();
        let mut tree = Tree {
            game,
            me: seat,
            spread: Spread::default(),
            horizon: self.horizon.unwrap_or_else(|| game.horizon()),
            nodes: vec![Node { visits: 0, children: BTreeMap::new() }],
            how: self,
            planted: false,
            last_step: game.spent().saturating_add(self.fuel.saturating_mul(u64::from(self.iterations))),
            stop,
        };
        let first = game.deal(view, Seed(rng.u64(..)))?;
        tree.plant(&first)?;
        if tree.nodes[0].children.len() == 1 {
            return tree.answer(&first, rng);
        }
        let (mut lost, mut fault) = (0, None);
        for k in 0..self.iterations {
            if tree.is_settled(self.iterations - k) {
                break;
            }
            let dealt = game.deal(view, Seed(rng.u64(..))).map_err(Lost::Line);
            match dealt.and_then(|state| tree.iterate(state, rng)) {
                Ok(()) => {}
                Err(Lost::Line(failed)) => {
                    lost += 1;
                    fault.get_or_insert(failed);
                }
                Err(Lost::Judge(fault)) => return Err(fault),
                Err(Lost::Over) => break,
            }
        }
        match fault {
            Some(fault) if lost * 2 > tree.nodes[0].visits => Err(fault),
            _ => tree.answer(&first, rng),
        }
    }

    fn again(&mut self) -> bool {
        true
    }
}

impl<G: Game> Tree<'_, G> {
    /// Whether the search has to end: its scripts have spent what they may, or an answer is wanted and there is one.
    fn is_over(&self) -> bool {
        self.game.spent() > self.last_step || (self.nodes[0].visits > 0 && (self.stop)())
    }

    /// Whether so many tries more cannot change the answer: what was tried most stays so.
    fn is_settled(&self, left: u32) -> bool {
        let (mut most, mut next) = (0, 0);
        for edge in self.nodes[0].children.values() {
            if edge.visits > most {
                (most, next) = (edge.visits, most);
            } else {
                next = next.max(edge.visits);
            }
        }
        most - next > left
    }

    /// Puts every legal order at the root, when they are few.
    fn plant(&mut self, state: &G::State) -> Result<(), Fault> {
        let most = self.how.root_orders.min((self.how.iterations as usize / TRIES_EACH).max(LEAST_PLANTED));
        let (mut offers, mut orders) = (Offers::new(), Vec::new());
        self.game.offers(state, &mut offers)?;
        for offer in offers.iter() {
            let room = most.saturating_sub(orders.len());
            if room == 0 || self.is_over() || self.game.expand(state, offer, room, &mut orders)? == Whole::Some {
                return Ok(());
            }
        }
        for order in orders {
            let key = self.game.perceived(state, &order, self.me);
            self.edge(0, key, &order);
        }
        self.planted = true;
        Ok(())
    }

    fn edge(&mut self, node: usize, key: Key, order: &G::Order) -> &mut Edge<G::Order> {
        let fresh = self.nodes.len();
        if !self.nodes[node].children.contains_key(&key) {
            self.nodes.push(Node { visits: 0, children: BTreeMap::new() });
        }
        self.nodes[node].children.entry(key).or_insert_with(|| Edge {
            order: order.clone(),
            visits: 0,
            open: 0,
            sum: 0.0,
            to: fresh,
        })
    }

    fn iterate(&mut self, mut state: G::State, rng: &mut Rng) -> Result<(), Lost> {
        let (mut node, mut path) = (0, Vec::new());
        let rewards = loop {
            if self.is_over() {
                return Err(Lost::Over);
            }
            let actor = match self.game.ask(&state) {
                Ask::Over(outcome) => break rewards_of(&outcome, self.game.sides().len() == 1),
                Ask::Ask(question) => question.seat,
            };
            let (key, order) = self.pick(node, &state, actor, rng)?;
            let edge = self.edge(node, key, &order);
            let (to, fresh) = (edge.to, edge.visits == 0);
            self.game.play(&mut state, &order, &mut ())?;
            path.push((node, key, actor));
            node = to;
            if fresh {
                break self.playout(state, rng)?;
            }
        };
        self.spread.add(rewards[self.me.index() % SEATS]);
        for (node, key, actor) in path {
            self.nodes[node].visits += 1;
            if let Some(edge) = self.nodes[node].children.get_mut(&key) {
                edge.visits += 1;
                edge.sum += rewards[actor.index() % SEATS];
            }
        }
        Ok(())
    }

    /// The order to go on with: one that is possible in this deal and promises most, or a new one.
    fn pick(&mut self, node: usize, state: &G::State, actor: Seat, rng: &mut Rng) -> Result<(Key, G::Order), Lost> {
        let game = self.game;
        let mut possible: BTreeMap<Key, G::Order> = BTreeMap::new();
        let here = &self.nodes[node];
        // A node widens with the root of its visits; the root was planted whole where that was possible.
        let wide = 2 + (self.how.breadth * (here.visits as f32).sqrt()) as usize;
        if actor == self.me {
            for (key, edge) in &here.children {
                if self.is_over() {
                    return Err(Lost::Over);
                }
                if (node == 0 && self.planted) || game.check(state, &edge.order).is_ok() {
                    possible.insert(*key, edge.order.clone());
                }
            }
        }
        // The others' orders that look alike differ from deal to deal: only a draw finds those of this one.
        let draws = match actor == self.me {
            true if node == 0 && self.planted => 0,
            true if possible.len() >= wide.min(here.children.len() + 1) => 0,
            _ => DRAWS,
        };
        for _ in 0..draws {
            let order = game.sample(state, rng, Policy::Natural)?;
            let key = game.perceived(state, &order, self.me);
            let known = here.children.contains_key(&key);
            if known || here.children.len() < wide || possible.is_empty() {
                possible.entry(key).or_insert(order);
            }
        }
        let curiosity = self.how.curiosity * self.spread.width();
        let mut best: Option<(f32, Key)> = None;
        for key in possible.keys() {
            let score = match self.nodes[node].children.get_mut(key) {
                Some(edge) if edge.visits > 0 => {
                    edge.open += 1;
                    let (n, open) = (edge.visits as f32, edge.open as f32);
                    edge.sum / n + curiosity * (open.max(2.0).ln() / n).sqrt()
                }
                _ => 2.0 + self.how.curiosity + rng.f32(),
            };
            if best.is_none_or(|(b, _)| score > b) {
                best = Some((score, *key));
            }
        }
        let chosen = best.and_then(|(_, key)| possible.remove_entry(&key));
        chosen.ok_or_else(|| Fault::new("a seat is asked and has no order").into())
    }

    fn playout(&self, mut state: G::State, rng: &mut Rng) -> Result<Rewards, Lost> {
        for played in 0.. {
            if self.is_over() {
                return Err(Lost::Over);
            }
            if let Ask::Over(outcome) = self.game.ask(&state) {
                return Ok(rewards_of(&outcome, self.game.sides().len() == 1));
            }
            if played >= self.horizon
                && let Some(rewards) = self.judged(&state).map_err(Lost::Judge)?
            {
                return Ok(rewards);
            }
            if played >= LONGEST {
                break;
            }
            let order = self.game.sample(&state, rng, Policy::Natural)?;
            self.game.play(&mut state, &order, &mut ())?;
        }
        Ok([0.5; SEATS])
    }

    fn judged(&self, state: &G::State) -> Result<Option<Rewards>, Fault> {
        let mut rewards = [0.5; SEATS];
        for (seat, reward) in rewards.iter_mut().enumerate().take(self.game.sides().len()) {
            let Some(worth) = self.game.worth(state, Seat(seat as u8))? else { return Ok(None) };
            *reward = (f32::from(worth) / 20_000.0 + 0.5).clamp(0.0, 1.0);
        }
        Ok(Some(rewards))
    }

    /// The order that was tried most.
    fn answer(&self, first: &G::State, rng: &mut Rng) -> Result<Chosen<G::Order>, Fault> {
        let edges = self.nodes[0].children.values();
        let best = edges.max_by(|a, b| a.visits.cmp(&b.visits).then(a.sum.total_cmp(&b.sum)));
        let Some(best) = best.filter(|edge| self.game.check(first, &edge.order).is_ok()) else {
            return Ok(Chosen { order: self.game.sample(first, rng, Policy::Natural)?, why: String::new() });
        };
        let why = match best.visits {
            0 if self.nodes[0].children.len() == 1 => "the only order".to_owned(),
            0 => "no try came to its end".to_owned(),
            n => format!("{n} of {} tries, {:.0} in 100", self.nodes[0].visits, 100.0 * best.sum / n as f32),
        };
        Ok(Chosen { order: best.order.clone(), why })
    }
}

/// What an outcome is worth to each seat; who plays alone and does not win has lost.
fn rewards_of(outcome: &Outcome, alone: bool) -> Rewards {
    match outcome.winner {
        None if alone => [0.0; SEATS],
        None => [0.5; SEATS],
        Some(winner) => {
            let mut rewards = [0.0; SEATS];
            rewards[winner.index() % SEATS] = 1.0;
            rewards
        }
    }
}
