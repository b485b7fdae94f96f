//! A running arena, and a client that says exactly what it is told to.
#![allow(dead_code, reason = "each test file uses a part of it")]

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// An arena in a process of its own.
pub(crate) struct Served {
    child: Child,
    address: String,
    /// What it printed when it started.
    said: String,
    pub(crate) data: PathBuf,
    /// The PostgreSQL database of the arena; none for SQLite in its folder.
    pub(crate) database: Option<String>,
}

impl Served {
    /// Starts an arena with nothing in it: in PostgreSQL if tests have one, else in SQLite.
    pub(crate) fn start(name: &str) -> Self {
        Self::start_with(name, &[])
    }

    /// The same with more options.
    pub(crate) fn start_with(name: &str, options: &[&str]) -> Self {
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena").join(name);
        let _ = fs::remove_dir_all(&data);
        Self::run(data, testing::postgres::new_database(name), options)
    }

    pub(crate) fn start_in(data: PathBuf, database: Option<String>) -> Self {
        Self::run(data, database, &[])
    }

    fn run(data: PathBuf, database: Option<String>, options: &[&str]) -> Self {
        let out = data.with_extension("out");
        fs::create_dir_all(data.parent().unwrap()).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["serve", "--listen", "127.0.0.1:0", "--jobs", "2", "--data"])
            .arg(&data)
            .args(database.iter().flat_map(|address| ["--database", address]))
            .args(options)
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(data.with_extension("log")).unwrap())
            .spawn()
            .unwrap();
        let mut served = Self { child, address: String::new(), said: String::new(), data, database };
        served.address = served.until(|| {
            let said = fs::read_to_string(&out).unwrap();
            Some(said.split_once("http://")?.1.split_once('/')?.0.to_owned())
        });
        served.until(|| (served.guest().get("/readyz").status == 200).then_some(()));
        // Everything was said before the first answer.
        served.said = fs::read_to_string(&out).unwrap();
        served
    }

    /// Where a browser finds it.
    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn guest(&self) -> Client {
        Client { address: self.address.clone(), cookie: RefCell::default(), bearer: None }
    }

    pub(crate) fn sign_up(&self, name: &str) -> Client {
        let client = self.guest();
        let made = client.form("/sign-up", &[("name", name), ("password", PASSWORD)]);
        assert_eq!(made.status, 303, "{}", made.text());
        client
    }

    /// The way to the first administrator's page.
    pub(crate) fn welcome(&self) -> String {
        let at = self.said.find("/welcome/").expect("a link is printed");
        self.said[at..].lines().next().unwrap().to_owned()
    }

    /// Makes the first administrator by the link that was printed, which works once.
    pub(crate) fn first_administrator(&self, name: &str) -> Client {
        let path = self.welcome();
        let client = self.guest();
        let made = client.form(&path, &[("name", name), ("password", PASSWORD)]);
        assert_eq!(made.status, 303, "{}", made.text());
        assert_eq!(self.guest().get(&path).status, 404, "the link works once");
        client
    }

    /// Why uploads are refused, if they are.
    pub(crate) fn no_uploads(&self) -> Option<&str> {
        self.said.lines().find(|line| line.starts_with("Uploads are refused"))
    }

    /// Asks until there is an answer.
    pub(crate) fn until<T>(&self, mut ask: impl FnMut() -> Option<T>) -> T {
        let deadline = Instant::now() + Duration::from_secs(600);
        loop {
            if let Some(found) = ask() {
                return found;
            }
            assert!(Instant::now() < deadline, "it does not happen");
            std::thread::park_timeout(Duration::from_millis(50));
        }
    }

    pub(crate) fn matches_done(&self) -> i64 {
        let metrics = self.guest().get("/metrics").text();
        let line = metrics.lines().find_map(|line| line.strip_prefix("sandtable_matches_done "));
        line.unwrap().parse().unwrap()
    }

    /// Sends bytes that are no request, and leaves.
    pub(crate) fn raw(&self, bytes: &[u8]) {
        TcpStream::connect(&self.address).unwrap().write_all(bytes).unwrap();
    }

    /// Sends bytes, and reads the first of the answer; empty if there is none.
    pub(crate) fn ask_raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // Whoever refuses does not read it all.
        let _ = stream.write_all(bytes);
        let mut answer = vec![0; 4096];
        let length = stream.read(&mut answer).unwrap_or_default();
        String::from_utf8_lossy(&answer[..length]).into_owned()
    }

    /// Kills it as a power cut would, and starts it again.
    pub(crate) fn kill_and_restart(mut self) -> Self {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        Self::start_in(self.data.clone(), self.database.clone())
    }

    /// How commands are told which arena it is.
    pub(crate) fn place(&self) -> [std::ffi::OsString; 2] {
        match &self.database {
            Some(address) => ["--database".into(), address.into()],
            None => ["--data".into(), self.data.clone().into()],
        }
    }

    /// Asks it to stop, and waits.
    pub(crate) fn stop(mut self) -> ExitStatus {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who sends requests.
#[derive(Clone)]
pub(crate) struct Client {
    address: String,
    cookie: RefCell<Option<String>>,
    pub(crate) bearer: Option<String>,
}

/// What was answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Client {
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.request(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// Sends a form of one's own session.
    pub(crate) fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.form_with_csrf(path, fields, &self.csrf())
    }

    pub(crate) fn form_with_csrf(&self, path: &str, fields: &[(&str, &str)], csrf: &str) -> Answer {
        let fields = fields.iter().copied().chain([("csrf", csrf)]);
        let body: Vec<String> = fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let headers = [("Content-Type", "application/x-www-form-urlencoded")];
        self.request("POST", path, &headers, body.join("&").as_bytes())
    }

    /// Uploads a file as the form does.
    pub(crate) fn upload(&self, game: &str, name: &str, file: &str, bytes: &[u8]) -> Answer {
        let boundary = "----sandtable-test-boundary";
        let csrf = self.csrf();
        let mut body = Vec::new();
        for (field, value) in [("csrf", csrf.as_str()), ("game", game), ("name", name)] {
            let part = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        let part = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\r\n"
        );
        body.extend_from_slice(part.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={boundary}");
        self.request("POST", "/upload", &[("Content-Type", &kind)], &body)
    }

    /// The same person as a program with a token.
    pub(crate) fn token(&self) -> Self {
        let page = self.form("/account/tokens", &[("name", "test")]).text();
        let token = page.split("id=\"new-token\">").nth(1).and_then(|rest| rest.split('<').next());
        Self { address: self.address.clone(), cookie: RefCell::default(), bearer: token.map(str::to_owned) }
    }

    /// The same address, with a token.
    pub(crate) fn with_bearer(&self, token: &str) -> Self {
        Self { bearer: Some(token.to_owned()), ..self.clone() }
    }

    /// The token, if it has one.
    pub(crate) fn bearer(&self) -> Option<&str> {
        self.bearer.as_deref()
    }

    fn csrf(&self) -> String {
        if self.cookie.borrow().is_none() {
            return String::new();
        }
        let page = self.get("/account").text();
        page.split("name=\"csrf\" value=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .to_owned()
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        if let Some(cookie) = self.cookie.borrow().as_ref() {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        if let Some(token) = &self.bearer {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // Who refuses a body does not read it.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let answer = answer(&bytes);
        if let Some(cookie) = answer.header("set-cookie").filter(|cookie| cookie.starts_with("session=")) {
            *self.cookie.borrow_mut() = cookie.split(';').next().map(str::to_owned);
        }
        answer
    }
}

fn answer(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or_else(|| panic!("no answer"));
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let rest = &bytes[end + 4..];
    Answer { status, headers, body: if is_chunked { joined(rest) } else { rest.to_vec() } }
}

/// The chunks of a body as one.
fn joined(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        if length == 0 || rest.len() < end + 2 + length {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = rest.get(end + 4 + length..).unwrap_or_default();
    }
    body
}

fn encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric();
    value
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
