// The compiler complains about the file's first line, and shows it.
#[path = "@SECRET@"]
mod secret;
fn main() {}
