//! A small HTTP client for benchmarks and tests: one connection, one request after the other.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A connection to a server.
#[derive(Debug)]
pub struct Client {
    addr: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// Response of a server.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Headers as they arrived, one per line.
    pub head: String,
    /// Body of the response.
    pub body: Vec<u8>,
}

/// A live stream of server-sent events.
#[derive(Debug)]
pub struct Events {
    stream: BufReader<TcpStream>,
    rest: Vec<u8>,
}

/// An event of a live stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Name of the event.
    pub name: String,
    /// Id of the event.
    pub id: String,
    /// Data of the event.
    pub data: String,
}

impl Answer {
    /// Parses the body as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        Ok(serde_json::from_slice(&self.body)?)
    }

    /// Returns the body as text. Invalid UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    /// Connects to a server.
    pub async fn connect(addr: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        Ok(Client { addr, stream: BufReader::new(stream) })
    }

    /// Sends a request and reads the response. An empty `key` sends no `Authorization` header.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        self.write(method, path, key, headers, body).await?;
        let head = head(&mut self.stream).await?;
        let status = status(&head)?;
        let length = header(&head, "content-length").and_then(|it| it.parse().ok());
        let chunked = header(&head, "transfer-encoding").is_some();
        let mut body = Vec::new();
        match length {
            Some(length) if method != "HEAD" => {
                body.resize(length, 0);
                self.stream.read_exact(&mut body).await?;
            }
            None if chunked => while chunk(&mut self.stream, &mut body).await? {},
            _ => {}
        }
        Ok(Answer { status, head, body })
    }

    /// Opens a live stream. The connection serves no other requests afterwards.
    pub async fn listen(
        mut self,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
    ) -> io::Result<Events> {
        self.write("GET", path, key, headers, b"").await?;
        let head = head(&mut self.stream).await?;
        match status(&head)? {
            200 => Ok(Events { stream: self.stream, rest: Vec::new() }),
            status => Err(io::Error::other(format!("the stream was refused: {status}"))),
        }
    }

    async fn write(
        &mut self,
        method: &str,
        path: &str,
        key: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<()> {
        let mut request = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request.push_str(&format!("host: {}\r\n", self.addr));
        }
        if !key.is_empty() {
            request.push_str(&format!("authorization: Bearer {key}\r\n"));
        }
        if !body.is_empty() {
            request.push_str(&format!("content-length: {}\r\n", body.len()));
            if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
                request.push_str("content-type: application/json\r\n");
            }
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        let mut bytes = request.into_bytes();
        bytes.extend_from_slice(body);
        self.stream.get_mut().write_all(&bytes).await
    }
}

impl Events {
    /// Returns the next event; `None` when the server has ended the stream. Skips heartbeats.
    pub async fn next(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(end) = self.rest.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.rest.drain(..end + 2).collect();
                if let Some(event) = event(&String::from_utf8_lossy(&block)) {
                    return Ok(Some(event));
                }
                continue;
            }
            match chunk(&mut self.stream, &mut self.rest).await {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }
}

fn event(block: &str) -> Option<Event> {
    let field = |name: &str| {
        let found = block.lines().find_map(|line| line.strip_prefix(name));
        found.map(|value| value.trim_start().to_owned())
    };
    let data = field("data:")?;
    let (name, id) = (field("event:").unwrap_or_default(), field("id:").unwrap_or_default());
    Some(Event { name, id, data })
}

async fn head(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut head = String::new();
    loop {
        let before = head.len();
        if stream.read_line(&mut head).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if head[before..].trim_end().is_empty() {
            return Ok(head);
        }
    }
}

fn status(head: &str) -> io::Result<u16> {
    let word = head.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    word.ok_or_else(|| io::Error::other("the answer has no status"))
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    let found = lines.find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.trim())
}

/// Reads one chunk of a chunked body. Returns false for the last chunk.
async fn chunk(stream: &mut BufReader<TcpStream>, into: &mut Vec<u8>) -> io::Result<bool> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    let size = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
    let at = into.len();
    into.resize(at + size + 2, 0);
    stream.read_exact(&mut into[at..]).await?;
    into.truncate(at + size);
    Ok(size > 0)
}
