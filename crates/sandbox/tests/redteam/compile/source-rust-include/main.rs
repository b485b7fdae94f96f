// The file becomes part of the program.
fn main() {
    println!("{}", include_str!("@SECRET@"));
}
