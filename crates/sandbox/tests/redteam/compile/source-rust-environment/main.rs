// The compiler's environment becomes part of the program.
fn main() {
    println!("{:?}", option_env!("REDTEAM_TOKEN"));
}
