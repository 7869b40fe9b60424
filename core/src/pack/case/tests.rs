use super::*;

/// A heap of stones: `take N`, at most three at once; who takes the last wins.
#[derive(Default)]
struct Heap {
    stones: Option<u32>,
    turn: usize,
}

const SEATS: [&str; 2] = ["odd", "even"];

impl Heap {
    fn left(&self) -> u32 {
        self.stones.unwrap_or(0)
    }

    fn count(text: &str) -> Result<u32, String> {
        text.strip_prefix("take ")
            .and_then(|n| n.trim().parse().ok())
            .ok_or_else(|| format!("\"{text}\" is not `take N`"))
    }
}

impl CaseGame for Heap {
    fn set(&mut self, line: &Clause) -> Result<(), Trouble> {
        match (line.word(0), line.word(1).and_then(|n| n.parse().ok())) {
            (Some("heap"), Some(stones)) => self.stones = Some(stones),
            (Some("heap"), None) => return Err(Trouble::at(1, "a heap has a number of stones")),
            _ => {
                return Err(Trouble::at(0, "a heap is all that can be set").hint("write `heap 7`".to_owned()));
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        self.stones.map(|_| ()).ok_or_else(|| Trouble::new("there is no heap"))
    }

    fn order(&mut self, text: &str) -> Result<(), Trouble> {
        match self.judge(text)? {
            Verdict::Legal => {
                self.stones = Some(self.left() - Heap::count(text).map_err(Trouble::new)?);
                self.turn = 1 - self.turn;
                Ok(())
            }
            Verdict::Refused { section, why } => Err(Trouble::new(format!("{section}: {why}"))),
            Verdict::Unreadable(why) => Err(Trouble::new(why)),
        }
    }

    fn judge(&mut self, text: &str) -> Result<Verdict, Trouble> {
        let refused = |section: &str, why: &str| Verdict::Refused { section: section.to_owned(), why: why.to_owned() };
        Ok(match Heap::count(text) {
            Err(why) => Verdict::Unreadable(why),
            Ok(0) => refused("2", "nothing is taken"),
            Ok(n) if n > 3 => refused("2.1", "too many at once"),
            Ok(n) if n > self.left() => refused("3", "too few are left"),
            Ok(_) => Verdict::Legal,
        })
    }

    fn asked(&mut self) -> Result<Option<(String, String)>, Trouble> {
        Ok((self.left() > 0).then(|| (SEATS[self.turn].to_owned(), "turn".to_owned())))
    }

    fn legal(&mut self) -> Result<Vec<String>, Trouble> {
        Ok((1..=self.left().min(3)).map(|n| format!("take {n}")).collect())
    }

    fn proper(&mut self, text: &str) -> Result<String, Trouble> {
        Heap::count(text).map(|n| format!("take {n}")).map_err(Trouble::new)
    }

    fn expect(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0).and_then(|n| n.parse::<u32>().ok()) {
            Some(stones) if stones == self.left() => Ok(()),
            Some(_) => Err(Trouble::at(0, format!("there are {} stones", self.left()))),
            None => Err(Trouble::at(0, "a number of stones is expected")),
        }
    }
}

/// Every finding as `CASE line:column message`.
fn findings(text: &str) -> Vec<String> {
    let place =
        |name: &str, finding: &Diagnostic| format!("{name} {}:{} {}", finding.line, finding.column, finding.message);
    match CaseFile::read("heap.case", text) {
        Err(found) => found.iter().map(|finding| place("-", finding)).collect(),
        Ok(file) => file
            .run(|_| Heap::default())
            .iter()
            .flat_map(|case| case.findings.iter().map(|finding| place(&case.name, finding)))
            .collect(),
    }
}

#[test]
fn a_case_sets_up_plays_and_looks() {
    let text = "\
# stones
heap 5     # for all

case H1 \"the last one wins\" section 2.1
ask odd turn
! take 0
! 2 take 0
! 2 take 4     # 2.1 lies within 2
! 2.1 take 4
only take 1 | take 2 | take 3
offers take  3
> take 3
expect 2
ask even
! 3 take 3
> take 2
ask nobody

case H2 \"own heap\"
heap 1
> take 1
expect 0
";
    let file = CaseFile::read("heap.case", text).unwrap();
    assert_eq!(file.cases().len(), 2);
    assert_eq!(file.cases()[0].title, "the last one wins");
    assert_eq!(file.cases()[0].section.as_deref(), Some("2.1"));
    assert_eq!(file.cases()[1].position.len(), 2);
    assert_eq!(findings(text), Vec::<String>::new());
}

#[test]
fn whatever_does_not_hold_is_told_with_its_place() {
    let table: [(&str, &[&str]); 16] = [
        ("case A \"\"\nheap 2\n> take 3\nexpect 9\n", &["A 3:3 3: too few are left"]),
        ("case A \"\"\nheap 2\nexpect 3\nexpect 4\n", &["A 3:8 there are 2 stones", "A 4:8 there are 2 stones"]),
        ("case A \"\"\nheap 9\n! take 2\n", &["A 3:3 this order is legal, and was expected to be refused"]),
        ("case A \"\"\nheap 9\n! 3 take 5\n", &["A 3:5 refused by section 2.1 instead of 3: too many at once"]),
        ("case A \"\"\nheap 9\n! 2 give 5\n", &["A 3:5 this is no order: \"give 5\" is not `take N`"]),
        ("case A \"\"\nheap 9\nask even turn\n", &["A 3:5 asked is: odd turn"]),
        ("case A \"\"\nheap 9\nask odd loss\n", &["A 3:5 asked is: odd turn"]),
        ("case A \"\"\nheap 2\nonly take 1\n", &["A 3:6 offered besides: take 2"]),
        ("case A \"\"\nheap 2\noffers take 1 | take 3\n", &["A 3:17 \"take 3\" is not offered"]),
        ("case A \"\"\nheap x\nexpect 2\n", &["A 2:6 a heap has a number of stones"]),
        ("case A \"\"\nexpect 2\n", &["A 1:1 there is no heap"]),
        ("case A \"\"\nheap 1\n", &["- 1:1 case A has no step, so it cannot fail"]),
        ("> take 1\n", &["- 1:1 a step stands before the first case"]),
        ("case A \"x\nheap 2\nask\n", &["- 1:8 a quote is opened and not closed", "- 3:1 nothing follows \"ask\""]),
        (
            "case A \"\"\nexpect 1\nexpct 2\ncase A \"\" chapter 2\nask odd\n",
            &[
                "- 3:1 \"expct\" is no step; set-up lines stand before the first step",
                "- 4:6 a case of the name A stands above",
                "- 4:11 after the title comes `section` and its number",
            ],
        ),
        ("# nothing\n", &["- 0:0 the file holds no case"]),
    ];
    for (text, expected) in table {
        assert_eq!(findings(text), expected, "of {text:?}");
    }
}

#[test]
fn a_hint_stands_under_its_word() {
    let found = CaseFile::read("heap.case", "case A \"\"\nask odd\nexpct 2\n").unwrap_err();
    let shown = found.to_string();
    assert!(shown.contains("heap.case:3:1"), "{shown}");
    assert!(shown.contains("did you mean \"expect\"?"), "{shown}");
}

#[test]
fn words_keep_their_places_and_comments_go() {
    let source = Source::new("x", "at  Novi \"French 2\" 2I+1A # a gun\n");
    let clause = Clause::read(&source, 0..33).unwrap();
    let words: Vec<&str> = clause.words().iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["at", "Novi", "French 2", "2I+1A"]);
    assert_eq!(clause.text(), "at  Novi \"French 2\" 2I+1A");
    assert_eq!(clause.text_from(3), "2I+1A");
    assert_eq!(clause.from(1).text(), "Novi \"French 2\" 2I+1A");
}
