fn main() {
    println!("{}", r#macro::secret!());
}
