//! Compiling strangers' sources, contained like the programs themselves.

use crate::bundle;
use crate::cache::{Cache, Entry, Key, KeyMaker};
use crate::ending::Ending;
use crate::private::without_copies;
use crate::program::{Author, Limits, Program};
use crate::run::Bounds;
use crate::sandbox::{Sandbox, StartError};
use crate::snapshot::{SourceFolder, digest, make_folder};
use crate::tools::Tool;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How something is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The compiler.
    pub compiler: Tool,
    /// Its arguments. Files of the folder are named by their full paths; what it writes it writes
    /// to names without a folder.
    pub arguments: Vec<OsString>,
    /// What it finds in its environment beside what every program does.
    pub env: Vec<(OsString, OsString)>,
    /// The folder of the sources: all or a part of a snapshot, so that what is compiled is what was
    /// looked at.
    folder: SourceFolder,
    /// Other folders the sources need, such as headers, which the user named: their contents count
    /// as sources, too.
    pub others: Vec<PathBuf>,
    /// Folders that only save the compiler work: what is made is the same without them.
    pub prepared: Vec<PathBuf>,
    /// The names of the files that are wanted, and of folders, each with a slash at its end; all
    /// must be made.
    pub products: Vec<String>,
    /// Bounds of the compiler.
    pub limits: Limits,
    /// Bounds of the whole run.
    pub bounds: Bounds,
}

impl Recipe {
    /// A recipe for one product from the files of a snapshot, with bounds that suit compilers.
    #[must_use]
    pub fn new(compiler: Tool, sources: &SourceFolder, arguments: Vec<OsString>, product: &str) -> Self {
        Self {
            compiler,
            arguments,
            env: Vec::new(),
            folder: sources.clone(),
            others: Vec::new(),
            prepared: Vec::new(),
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
    /// What the compiler said although it was content, with paths inside the folder shortened.
    pub messages: String,
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

/// Where the messages of a compiler that was content are kept beside its products.
const MESSAGES: &str = "messages.txt";

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
        let messages = fs::read_to_string(entry.folder.join(MESSAGES)).unwrap_or_default();
        Ok(Compiled { entry, was_cached, messages })
    }

    fn compile_into(&self, recipe: &Recipe, folder: &Path) -> Result<(), CompileError> {
        let products: Vec<&str> = recipe.products.iter().map(String::as_str).collect();
        let (finished, files) =
            self.run_collecting(&recipe.program(), &recipe.limits, &recipe.bounds, &products)?;
        let said = [finished.stderr, finished.stdout].concat();
        let messages = recipe.shorten(&String::from_utf8_lossy(&said));
        if finished.ending != Ending::Exited(0) {
            return Err(CompileError::Faulty { ending: finished.ending, messages });
        }
        fs::write(folder.join(MESSAGES), messages)?;
        for product in products {
            let file = files.iter().find(|(name, _)| name == product);
            let (_, file) = file.ok_or_else(|| CompileError::Missing(product.to_string()))?;
            if let Some(name) = product.strip_suffix('/') {
                let inner = folder.join(name);
                make_folder(&inner)?;
                bundle::unpack(&mut BufReader::new(File::from(file.try_clone()?)), &inner)?;
                continue;
            }
            let path = folder.join(product);
            io::copy(&mut File::from(file.try_clone()?), &mut File::create_new(&path)?)?;
            fs::set_permissions(&path, Permissions::from_mode(0o555))?;
        }
        Ok(())
    }
}

impl Recipe {
    fn program(&self) -> Program {
        let compiler = self.compiler.path.clone().into_os_string();
        let argv = [compiler].into_iter().chain(self.arguments.iter().cloned());
        let folders = self.others.iter().chain(&self.prepared);
        let readable = self.compiler.readable.iter().chain(folders).cloned().collect();
        let env = self.env.clone();
        Program { author: Author::Tool, readable, env, ..Program::new(&*self.folder, argv) }
    }

    /// The digest of compiler, arguments and sources. Where the folder is does not matter.
    fn key(&self) -> io::Result<Key> {
        let mut maker = KeyMaker::default();
        maker.add(b"sandtable compiled 2").add(self.compiler.version.as_bytes());
        maker.add(self.compiler.path.as_os_str().as_encoded_bytes());
        for argument in &self.arguments {
            match Path::new(argument).strip_prefix(&*self.folder) {
                Ok(inside) => maker.add(b"path").add(inside.as_os_str().as_encoded_bytes()),
                Err(_) => maker.add(b"argument").add(argument.as_encoded_bytes()),
            };
        }
        for (name, value) in &self.env {
            maker.add(b"env").add(name.as_encoded_bytes()).add(value.as_encoded_bytes());
        }
        for product in &self.products {
            maker.add(b"product").add(product.as_bytes());
        }
        for folder in [&*self.folder].into_iter().chain(self.others.iter().map(PathBuf::as_path)) {
            maker.add(b"folder").add(digest(folder)?.as_bytes());
        }
        Ok(maker.key())
    }

    fn shorten(&self, messages: &str) -> String {
        let folder = format!("{}/", self.folder.display());
        // Where everybody has a user of their own, the compiler saw a copy of the copy.
        without_copies(&messages.replace(&folder, ""))
    }
}
