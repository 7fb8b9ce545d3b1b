// A complete bot for Coup over HTTP, in Rust's standard library alone:
//
//     rustc -O plain.rs && ./plain 8001
//
// It never bluffs, and it keeps games apart by the header `Game`, so it can play many at once. The
// protocol is explained in docs/http-bots.md.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

const TABLES: usize = 100; // games that are played at once
const REMEMBERED: usize = 1000; // games; nobody says when one is over

#[derive(Default)]
struct Game {
    you: String,
    hand: Vec<String>,
    coins: i64,
    rivals: Vec<(i64, String)>, // those who are in, with their coins
}

impl Game {
    // What it is told. `false` means that it does not want to hear of it again.
    fn hear(&mut self, path: &str, facts: &Json) -> bool {
        match path {
            "/start" => {
                self.you = facts.text("you");
                self.hand = facts.get("cards").list().iter().map(Json::as_text).collect();
                self.coins = facts.get("coins").number();
            }
            "/signal/status" => {
                self.rivals.clear();
                for each in facts.list() {
                    let (player, coins) = (each.text("player"), each.get("coins").number());
                    if player == self.you {
                        self.coins = coins;
                    } else if each.get("card1").is_null() || each.get("card2").is_null() {
                        self.rivals.push((coins, player));
                    }
                }
            }
            "/new_card_from_challenge/" => {
                self.drop_card(&facts.text("old_card"));
                self.hand.push(facts.text("new_card"));
            }
            "/inquisitor/card_returned_from_investigation/" => self.hand.push(facts.text("card")),
            _ => return false,
        }
        true
    }

    // What it is asked.
    fn answer(&mut self, path: &str, headers: &HashMap<String, String>) -> Option<String> {
        let about = |name: &str| headers.get(name).cloned().unwrap_or_default();
        Some(match path {
            "/play/" => self.play(about("must-coup") == "true"),
            "/tries_to_block/" => match self.blocking_card(&about("action")) {
                Some(card) => format!("{{\"attempt_block\": true, \"card\": \"{card}\"}}"),
                None => "{\"attempt_block\": false, \"card\": null}".to_string(),
            },
            "/challenge/" => {
                let seen = self.hand.iter().filter(|card| **card == about("card")).count();
                format!("{{\"challenges\": {}}}", seen == 2) // one of three is left
            }
            "/lose_influence/" | "/inquisitor/give_card_to_inquisitor/" => self.give_up(),
            "/inquisitor/show_card_to_inquisitor/" => "{\"change_card\": true}".to_string(),
            "/inquisitor/choose_card_to_return/" => {
                self.hand.push(about("card"));
                self.give_up()
            }
            _ => return None,
        })
    }

    fn play(&self, must_coup: bool) -> String {
        let richest = self.rivals.iter().max().map(|rival| rival.1.clone()).unwrap_or_default();
        if must_coup || self.coins >= 7 {
            return format!("{{\"action\": \"coup\", \"target\": \"{richest}\"}}");
        }
        if self.coins >= 3 && self.holds("assassin") {
            return format!("{{\"action\": \"assassinate\", \"target\": \"{richest}\"}}");
        }
        let action = if self.holds("duke") { "collect_taxes" } else { "foreign_aid" };
        format!("{{\"action\": \"{action}\"}}")
    }

    fn holds(&self, card: &str) -> bool {
        self.hand.iter().any(|each| each == card)
    }

    fn blocking_card(&self, action: &str) -> Option<&'static str> {
        let cards: &[&'static str] = match action {
            "foreign_aid" => &["duke"],
            "assassinate" => &["contessa"],
            _ => &["captain", "inquisitor"],
        };
        cards.iter().copied().find(|card| self.holds(card))
    }

    // The card that it misses least: the last in the order of worth.
    fn give_up(&mut self) -> String {
        let worth = ["duke", "assassin", "captain", "contessa", "inquisitor"];
        let rank = |card: &String| worth.iter().position(|each| each == card);
        let card = self.hand.iter().max_by_key(|card| rank(card)).cloned().unwrap_or_default();
        self.drop_card(&card);
        format!("{{\"card\": \"{card}\"}}")
    }

    fn drop_card(&mut self, card: &str) {
        if let Some(place) = self.hand.iter().position(|each| each == card) {
            self.hand.remove(place);
        }
    }
}

// As much of JSON as the protocol needs.
#[derive(Clone, PartialEq)]
enum Json {
    Null,
    Other(String), // numbers, true and false
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn get(&self, key: &str) -> Json {
        match self {
            Json::Object(pairs) => {
                let found = pairs.iter().find(|pair| pair.0 == key);
                found.map(|pair| pair.1.clone()).unwrap_or(Json::Null)
            }
            _ => Json::Null,
        }
    }

    fn text(&self, key: &str) -> String {
        self.get(key).as_text()
    }

    fn as_text(&self) -> String {
        if let Json::Text(text) = self { text.clone() } else { String::new() }
    }

    fn number(&self) -> i64 {
        if let Json::Other(word) = self { word.parse().unwrap_or(0) } else { 0 }
    }

    fn list(&self) -> Vec<Json> {
        if let Json::List(items) = self { items.clone() } else { Vec::new() }
    }

    fn is_null(&self) -> bool {
        *self == Json::Null
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> u8 {
        while self.at < self.text.len() && b" \t\r\n,:".contains(&self.text[self.at]) {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&b']')
    }

    fn value(&mut self) -> Json {
        match self.next() {
            b'"' => Json::Text(self.string()),
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                while self.next() != b']' {
                    items.push(self.value());
                }
                self.at += 1;
                Json::List(items)
            }
            b'{' => {
                self.at += 1;
                let mut pairs = Vec::new();
                while self.next() == b'"' {
                    let key = self.string();
                    pairs.push((key, self.value()));
                }
                self.at += 1;
                Json::Object(pairs)
            }
            _ => {
                let rest = &self.text[self.at.min(self.text.len())..];
                let end = rest.iter().position(|byte| b",]} \r\n".contains(byte));
                let word = String::from_utf8_lossy(&rest[..end.unwrap_or(rest.len())]);
                self.at += word.len().max(1);
                if word == "null" { Json::Null } else { Json::Other(word.into_owned()) }
            }
        }
    }

    // Names and cards have no escapes; what follows a backslash is taken as it is.
    fn string(&mut self) -> String {
        let mut bytes = Vec::new();
        self.at += 1;
        while self.at < self.text.len() && self.text[self.at] != b'"' {
            if self.text[self.at] == b'\\' {
                self.at += 1;
            }
            bytes.extend(self.text.get(self.at));
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[derive(Default)]
struct Games {
    tables: HashMap<String, Game>,
    order: VecDeque<String>,
}

impl Games {
    fn start(&mut self, name: &str) {
        self.tables.insert(name.to_string(), Game::default());
        self.order.push_back(name.to_string());
        if self.order.len() > REMEMBERED {
            let oldest = self.order.pop_front().unwrap_or_default();
            self.tables.remove(&oldest);
        }
    }
}

// Answer the requests on one connection.
fn talk(mut link: TcpStream, games: Arc<Mutex<Games>>) -> std::io::Result<()> {
    link.set_nodelay(true)?;
    let mut reader = BufReader::new(link.try_clone()?);
    loop {
        let mut first = String::new();
        if reader.read_line(&mut first)? == 0 {
            return Ok(());
        }
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                Some((name, value)) => {
                    headers.insert(name.to_lowercase(), value.trim().to_string())
                }
                None => break,
            };
        }
        let length = headers.get("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let (status, text) = respond(&first, &headers, &body, &games);
        let head = format!("HTTP/1.1 {status} -\r\nContent-Length: {}\r\n\r\n", text.len());
        link.write_all(format!("{head}{text}").as_bytes())?; // in one piece
    }
}

fn respond(
    first: &str,
    headers: &HashMap<String, String>,
    body: &[u8],
    games: &Mutex<Games>,
) -> (u16, String) {
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let name = headers.get("game").cloned().unwrap_or_default();
    let mut games = games.lock().unwrap();
    if path == "/tables/" {
        return (200, format!("{{\"tables\": {TABLES}}}"));
    }
    if path == "/start" {
        games.start(&name);
    }
    let Some(game) = games.tables.get_mut(&name) else {
        return (404, String::new());
    };
    if method == "POST" {
        let known = game.hear(path, &Parser { text: body, at: 0 }.value());
        return (if known { 201 } else { 404 }, String::new());
    }
    match game.answer(path, headers) {
        Some(text) => (200, text),
        None => (404, String::new()),
    }
}

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).unwrap_or("8001".to_string());
    let listener = TcpListener::bind(format!("127.0.0.1:{port}"))?;
    println!("http://{}", listener.local_addr()?);
    let games = Arc::new(Mutex::new(Games::default()));
    for link in listener.incoming() {
        let games = games.clone();
        let link = link?;
        std::thread::spawn(move || talk(link, games));
    }
    Ok(())
}
