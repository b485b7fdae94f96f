//! Compiling strangers' sources, contained like the programs themselves.

use crate::cache::{Cache, Entry, Key, KeyMaker};
use crate::ending::Ending;
use crate::program::{Author, Limits, Program};
use crate::run::Bounds;
use crate::sandbox::{Sandbox, StartError};
use crate::tools::Tool;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How something is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The compiler.
    pub compiler: Tool,
    /// Its arguments. Files of the folder are named by their full paths; what it writes it writes to names without a folder.
    pub arguments: Vec<OsString>,
    /// What it finds in its environment beside what every program does.
    pub env: Vec<(OsString, OsString)>,
    /// The folder of the sources.
    pub folder: PathBuf,
    /// Entries of that folder that are no sources: what is in them does not count.
    pub left_out: Vec<PathBuf>,
    /// Other folders the sources need, such as headers: their contents count as sources, too.
    pub others: Vec<PathBuf>,
    /// The names of the files that are wanted; all must be made.
    pub products: Vec<String>,
    /// Bounds of the compiler.
    pub limits: Limits,
    /// Bounds of the whole run.
    pub bounds: Bounds,
}

impl Recipe {
    /// A recipe for one product, with bounds that suit compilers.
    #[must_use]
    pub fn new(compiler: Tool, folder: impl Into<PathBuf>, arguments: Vec<OsString>, product: &str) -> Self {
        Self {
            compiler,
            arguments,
            env: Vec::new(),
            folder: folder.into(),
            left_out: Vec::new(),
            others: Vec::new(),
            products: vec![product.to_string()],
            limits: Limits::for_compilers(),
            bounds: Bounds {
                cpu: Duration::from_secs(60),
                wall: Duration::from_secs(300),
                stdout: 64 << 10,
                stderr: 64 << 10,
            },
        }
    }
}

/// What was compiled: its files are in the folder of the entry, which stays while this value lives.
#[derive(Debug)]
pub struct Compiled {
    /// Where the products are.
    pub entry: Entry,
    /// Whether they had been made before.
    pub was_cached: bool,
}

/// Why nothing was compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// The compiler found fault with the sources.
    #[error("it does not compile ({ending}):\n{messages}")]
    Faulty {
        /// How the compiler ended.
        ending: Ending,
        /// What it said, with paths inside the folder shortened.
        messages: String,
    },
    /// The compiler was content, and a product is missing.
    #[error("the compiler did not make {0}")]
    Missing(String),
    /// The compiler could not be started.
    #[error("the compiler cannot be run: {0}")]
    Start(#[from] StartError),
    /// The sources or the cache could not be read or written.
    #[error("{0}")]
    Files(#[from] io::Error),
}

/// More than any program a person wrote; hashing must not become a way to keep a machine busy.
const MOST_SOURCE_BYTES: u64 = 256 << 20;

impl Sandbox {
    /// Compiles, unless the same has been compiled before.
    ///
    /// A failure is not kept: it may have been one of the machine, and is quick to repeat.
    ///
    /// # Errors
    /// The compiler's messages, or what kept it from running.
    pub fn compile(&self, recipe: &Recipe, cache: &Cache) -> Result<Compiled, CompileError> {
        let mut was_cached = true;
        let entry = cache.get_or_make(recipe.key()?, |folder| {
            was_cached = false;
            self.compile_into(recipe, folder)
        })?;
        Ok(Compiled { entry, was_cached })
    }

    fn compile_into(&self, recipe: &Recipe, folder: &Path) -> Result<(), CompileError> {
        let products: Vec<&str> = recipe.products.iter().map(String::as_str).collect();
        let (finished, files) =
            self.run_collecting(&recipe.program(), &recipe.limits, &recipe.bounds, &products)?;
        if finished.ending != Ending::Exited(0) {
            let said = [finished.stderr, finished.stdout].concat();
            let messages = recipe.shorten(&String::from_utf8_lossy(&said));
            return Err(CompileError::Faulty { ending: finished.ending, messages });
        }
        for product in products {
            let file = files.iter().find(|(name, _)| name == product);
            let (_, file) = file.ok_or_else(|| CompileError::Missing(product.to_string()))?;
            let path = folder.join(product);
            io::copy(&mut File::from(file.try_clone()?), &mut File::create(&path)?)?;
            fs::set_permissions(&path, Permissions::from_mode(0o755))?;
        }
        Ok(())
    }
}

impl Recipe {
    fn program(&self) -> Program {
        let compiler = self.compiler.path.clone().into_os_string();
        let argv = [compiler].into_iter().chain(self.arguments.iter().cloned());
        let readable = self.compiler.readable.iter().chain(&self.others).cloned().collect();
        let env = self.env.clone();
        Program { author: Author::Tool, readable, env, ..Program::new(&self.folder, argv) }
    }

    /// The digest of compiler, arguments and sources. Where the folder is does not matter.
    fn key(&self) -> io::Result<Key> {
        let mut maker = KeyMaker::default();
        maker.add(b"sandtable compiled 1").add(self.compiler.version.as_bytes());
        maker.add(self.compiler.path.as_os_str().as_encoded_bytes());
        for argument in &self.arguments {
            let inside = Path::new(argument).strip_prefix(&self.folder).ok();
            maker.add(inside.map_or(argument.as_os_str(), Path::as_os_str).as_encoded_bytes());
        }
        for (name, value) in &self.env {
            maker.add(b"env").add(name.as_encoded_bytes()).add(value.as_encoded_bytes());
        }
        for product in &self.products {
            maker.add(product.as_bytes());
        }
        let mut sources = Sources { maker, left_out: &self.left_out, bytes_left: MOST_SOURCE_BYTES };
        for folder in [&self.folder].into_iter().chain(&self.others) {
            sources.maker.add(b"folder");
            sources.add(folder, folder)?;
        }
        Ok(sources.maker.key())
    }

    fn shorten(&self, messages: &str) -> String {
        let folder = format!("{}/", self.folder.display());
        messages.replace(&folder, "")
    }
}

/// What counts as sources, on its way into a key.
struct Sources<'a> {
    maker: KeyMaker,
    left_out: &'a [PathBuf],
    bytes_left: u64,
}

impl Sources<'_> {
    /// Takes in the names and contents of all files below a folder, in the order of their names.
    fn add(&mut self, root: &Path, folder: &Path) -> io::Result<()> {
        let named = |error: io::Error, path: &Path| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        let mut entries: Vec<_> =
            fs::read_dir(folder).map_err(|error| named(error, folder))?.collect::<Result<_, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = path.strip_prefix(root).unwrap_or(&path).as_os_str().as_encoded_bytes();
            if self.left_out.contains(&path) {
                continue;
            } else if kind.is_dir() {
                self.add(root, &path)?;
            } else if kind.is_symlink() {
                // What it leads to is taken in where it stands, if the compiler can read it at all.
                self.maker.add(name).add(fs::read_link(&path)?.as_os_str().as_encoded_bytes());
            } else if kind.is_file() {
                let left = self.bytes_left.checked_sub(entry.metadata()?.len());
                let too_large = || {
                    let most = MOST_SOURCE_BYTES >> 20;
                    io::Error::other(format!(
                        "{}: with this file the sources of {} are larger than {most} MiB; what is no source belongs elsewhere, or under `ignore` in bot.toml",
                        path.display(),
                        root.display()
                    ))
                };
                self.bytes_left = left.ok_or_else(too_large)?;
                self.maker.add(name).add(&fs::read(&path).map_err(|error| named(error, &path))?);
            }
        }
        Ok(())
    }
}
