// The compiler calculates for ever.
#![allow(long_running_const_eval)]
const ANSWER: u64 = {
    let mut number = 0;
    while number < u64::MAX {
        number += 1;
    }
    number
};
fn main() {
    println!("{ANSWER}");
}
