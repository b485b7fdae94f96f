//! Copies are found, however they are dressed up; independent programs are not.

use class::similarity::{SourceFile, WORTH_A_LOOK, similar_pairs};

const ORIGINAL: &str = include_str!("programs/original.cpp");
const INDEPENDENT: &str = include_str!("programs/independent.cpp");

fn one(text: &str) -> Vec<SourceFile> {
    vec![SourceFile { name: "main.cpp".to_string(), text: text.to_string() }]
}

/// What somebody does who does not want a copy to be found.
fn disguised() -> String {
    let names =
        ["land", "row", "col", "island", "islands", "longest", "open", "here", "side", "steps", "sign"];
    let mut text = ORIGINAL
        .replace("for (int row = 0; row < rows; row++) {", "for (long row = 0; row < rows; ++row)\n{");
    for (number, name) in names.iter().enumerate() {
        text = renamed(&text, name, &format!("zz{number}"));
    }
    text.replace("// Counts", "/* My own work.\n */ // Counts").replace("    ", "\t")
}

/// The text with a name replaced where it is a whole word.
fn renamed(text: &str, name: &str, new: &str) -> String {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    let word = |word: &str| {
        let bare = word.trim_end_matches(|sign| !is_part(sign));
        if bare == name { word.replace(name, new) } else { word.to_string() }
    };
    text.split_inclusive(|sign| !is_part(sign)).map(word).collect()
}

/// The functions in another order, spread over two files.
fn reordered() -> Vec<SourceFile> {
    let text = disguised();
    let cut = |from: &str| text.find(from).unwrap();
    let (is_land, explore, main) = (cut("bool isLand"), cut("Island explore"), cut("int main"));
    let first = format!("{}{}", &text[explore..main], &text[..is_land]);
    let second = format!("{}\n{}", &text[main..], &text[is_land..explore]);
    vec![
        SourceFile { name: "a.cpp".to_string(), text: first },
        SourceFile { name: "b.cpp".to_string(), text: second },
    ]
}

#[test]
fn copies_come_first_and_independent_programs_do_not_come_at_all() {
    let class = [one(INDEPENDENT), one(ORIGINAL), one(&disguised()), reordered()];
    let pairs = similar_pairs(&class, &[]);
    let found: Vec<(usize, usize)> =
        pairs.iter().filter(|pair| pair.similarity >= WORTH_A_LOOK).map(|pair| pair.pair).collect();
    assert_eq!(found.len(), 3, "{pairs:?}");
    assert!(found.iter().all(|(first, _)| *first > 0), "{pairs:?}");
    assert!(pairs[..3].iter().all(|pair| pair.similarity > 0.8), "{pairs:?}");
    assert!(pairs[3..].iter().all(|pair| pair.similarity < 0.1), "{pairs:?}");
}

#[test]
fn a_copy_with_much_around_it_is_contained() {
    let class = [one(ORIGINAL), one(&format!("{INDEPENDENT}\n{ORIGINAL}"))];
    let pairs = similar_pairs(&class, &[]);
    assert!(pairs[0].contained > 0.9 && pairs[0].similarity < pairs[0].contained, "{pairs:?}");
}

#[test]
fn what_was_handed_out_counts_for_nothing() {
    let handout = ORIGINAL[..ORIGINAL.find("Island explore").unwrap()].to_string();
    let twin = format!("{handout}\n{INDEPENDENT}");
    let class = [one(ORIGINAL), one(&twin)];
    assert!(similar_pairs(&class, &[])[0].similarity > 0.2);
    let pairs = similar_pairs(&class, &one(&handout));
    assert!(pairs.is_empty(), "{pairs:?}");
}

#[test]
fn passages_name_their_lines() {
    let class = [one(ORIGINAL), one(&format!("\n\n{ORIGINAL}"))];
    let pairs = similar_pairs(&class, &[]);
    let passage = &pairs[0].passages[0];
    assert_eq!(passage.first.from + 2, passage.second.from);
    assert_eq!(passage.first.to, 75);
    assert_eq!(pairs[0].similarity, 1.0);
}

#[test]
fn nothing_and_little_are_compared_too() {
    assert!(similar_pairs(&[], &[]).is_empty());
    assert!(similar_pairs(&[vec![], one(""), one("int main() {}"), one("int main() {}")], &[]).is_empty());
}

#[test]
fn what_a_large_part_of_the_class_wrote_says_nothing() {
    let class: Vec<_> = (0..20)
        .map(|number| {
            one(&format!("{ORIGINAL}\nint extra{number}() {{ return {}; }}", "x + ".repeat(number) + "1"))
        })
        .collect();
    assert!(similar_pairs(&class, &[]).len() < 5);
}

#[test]
fn one_line_a_thousand_times_costs_little() {
    let flood = "a[i] = b[i] + c[i] * d[i] - e[i];\n".repeat(20_000);
    let class = [one(&flood), one(&flood), one(&flood)];
    assert_eq!(similar_pairs(&class, &[]).len(), 3);
}
