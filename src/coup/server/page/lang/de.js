// Deutsch. Sätze über das Spiel werden aus den Teilen gemacht, die der Server schickt.

const ROLE = { duke: "Herzog", assassin: "Attentäter", captain: "Hauptmann", ambassador: "Botschafter", contessa: "Gräfin", inquisitor: "Inquisitor" };
const the = (role) => (role === "contessa" ? "die Gräfin" : `den ${role === "ambassador" ? "Botschafter" : role === "duke" ? "Herzog" : ROLE[role]}`);
const any = (roles) => roles.map(the).join(" oder ");
const coins = (n) => (n === 1 ? "1 Münze" : `${n} Münzen`);
const cards = (n) => (n === 1 ? "1 Karte" : `${n} Karten`);
const DEED = { income: "Einkommen", foreign_aid: "die Auslandshilfe", tax: "die Steuer", exchange: "der Tausch", steal: "der Diebstahl", assassinate: "das Attentat", coup: "der Coup", investigate: "das Verhör" };
const DOING = {
  income: () => "nimmt Einkommen", foreign_aid: () => "bittet um Auslandshilfe", tax: () => "will Steuern nehmen", exchange: () => "will Karten tauschen",
  steal: (x) => `will ${x} bestehlen`, assassinate: (x) => `verübt ein Attentat auf ${x}`, coup: (x) => `stürzt ${x} mit einem Coup`, investigate: (x) => `will ${x} verhören`,
};
const PASSED = { challenge: "zweifelt nicht", block: "blockt nicht", "challenge block": "zweifelt den Block nicht an", "challenge or block": "lässt es geschehen" };

const EVENTS = {
  TurnBegan: (e) => `Zug ${e.turn}: ${e.seat}.`,
  Declared: (e) => `${e.seat} ${e.roles.length ? `behauptet ${any(e.roles)} und ` : ""}${e.cost ? `zahlt ${coins(e.cost)} und ` : ""}${DOING[e.action](e.target)}.`,
  Passed: (e) => `${e.seat} ${PASSED[e.asked]}.`,
  Blocked: (e) => `${e.seat} blockt und behauptet ${any(e.roles)}.`,
  Challenged: (e) => `${e.seat} zweifelt: Hat ${e.claimant} ${any(e.roles)}?`,
  Revealed: (e) => `${e.seat} zeigt ${the(e.role)}: ${e.proves ? "bewiesen" : "nicht bewiesen"}.`,
  Replaced: (e) => `${e.seat} mischt die Karte ein und zieht eine neue.`,
  Discarded: (e) => `${e.seat} verliert ${the(e.role)}.`,
  Eliminated: (e) => `${e.seat} ist ausgeschieden.`,
  Gained: (e) => `${e.seat} nimmt ${coins(e.coins)} ${e.source ? `von ${e.source}` : "aus der Kasse"}.`,
  Failed: (e) => `${DEED[e.action][0].toUpperCase()}${DEED[e.action].slice(1)} ${e.blocked ? "ist geblockt" : "misslingt"}${e.refund ? `; ${e.seat} bekommt ${coins(e.refund)} zurück` : ""}.`,
  Exchanged: (e) => `${e.seat} hat ${cards(e.cards)} gezogen und ebenso viele zurückgegeben.`,
  Shown: (e) => `${e.seat} zeigt ${e.to} eine Karte.`,
  Examined: (e) => (e.swap ? `${e.seat} lässt ${e.target} die Karte tauschen.` : `${e.seat} lässt ${e.target} die Karte behalten.`),
  Ended: (e) => (e.winner ? `${e.winner} gewinnt.` : "Die letzte Runde ist vorbei: Niemand gewinnt."),
  Drew: (e) => `${e.seat} zieht ${the(e.role)}.`,
  Returned: (e) => `${e.seat} gibt ${the(e.role)} zurück.`,
  Saw: (e) => `${e.seat} sieht: ${e.owner} hat ${the(e.role)}.`,
  Showed: (e) => `${e.seat} zeigt ${e.to} ${the(e.role)}.`,
  Answered: (e) => `${e.seat} antwortet geheim.`,
};

const NAMES = {
  income: () => "Einkommen", foreign_aid: () => "Auslandshilfe", tax: () => "Steuer", exchange: () => "Tausch", steal: (c) => `${c.target} bestehlen`,
  assassinate: (c) => `Attentat auf ${c.target}`, coup: (c) => `Coup gegen ${c.target}`, investigate: (c) => `${c.target} verhören`,
  pass: () => "Geschehen lassen", challenge: () => "Anzweifeln", reveal: (c) => `${ROLE[c.role]} zeigen`, discard: (c) => `${ROLE[c.role]} abgeben`,
  return: (c) => `${ROLE[c.role]} zurückgeben`, show: (c) => `${ROLE[c.role]} zeigen`, keep: () => "Behalten lassen", swap: () => "Tauschen lassen",
  block_foreign_aid: () => "Blocken", block_assassinate: () => "Blocken", block_steal: (c) => (c.role ? `Blocken als ${ROLE[c.role]}` : "Blocken"),
};
const EFFECTS = {
  income: (c) => `${coins(c.coins)} nehmen`, foreign_aid: (c) => `${coins(c.coins)} nehmen`, tax: (c) => `${coins(c.coins)} nehmen`, exchange: (c) => `${cards(Number(c.effect.match(/\d+/)))} ziehen, ${Number(c.effect.match(/\d+/))} zurück`,
  steal: (c, v) => `${coins(Math.min(2, v.coins[c.target]))} nehmen`, assassinate: (c) => `${coins(-c.coins)} zahlen, ${c.target} verliert eine Karte`, coup: (c) => `${coins(-c.coins)} zahlen, ${c.target} verliert eine Karte`,
  investigate: (c) => `eine Karte von ${c.target} ansehen, vielleicht tauschen lassen`, pass: (c, v) => LET_BE(v),
  challenge: (c, v) => `${v.asked.claimant} verliert eine Karte, außer ${v.asked.claimant} zeigt ${any(v.asked.roles)}`,
  reveal: (c, v) => (v.asked.roles.includes(c.role) ? "beweist deine Behauptung" : "beweist nichts: Du verlierst die Karte"), discard: () => "du verlierst diese Karte",
  return: () => "zurück in den Stapel", show: (c, v) => `nur ${v.asked.actor} sieht sie`, keep: (c, v) => `${v.asked.target} behält ${the(v.shown)}`, swap: (c, v) => `${v.asked.target} muss ${the(v.shown)} tauschen`,
  block_foreign_aid: (c, v) => `${v.asked.actor} aufhalten`, block_assassinate: (c, v) => `${v.asked.actor} aufhalten`, block_steal: (c, v) => `${v.asked.actor} aufhalten`,
};

// What happens to oneself if nobody does anything.
const LET_BE = (v) => {
  const q = v.asked;
  if (q.kind === "challenge block") return "der Block gilt";
  if (q.target !== v.seat) return "nichts tun";
  if (q.kind === "challenge" && q.action !== "investigate") return "glauben; blocken kannst du noch";
  return { steal: `${q.actor} nimmt dir ${coins(Math.min(2, v.coins[v.seat]))}`, assassinate: "du verlierst eine Karte" }[q.action] ?? `${q.actor} sieht eine deiner Karten`;
};

const ACTIONS = { income: "Einkommen", "foreign aid": "Auslandshilfe", coup: "Coup", tax: "Steuer", assassinate: "Attentat", steal: "Diebstahl", exchange: "Tausch", investigate: "Verhör" };
const DOES = {
  income: (r) => `${coins(r.coins)} nehmen`, "foreign aid": (r) => `${coins(r.coins)} nehmen`, tax: (r) => `${coins(r.coins)} nehmen`, steal: (r) => `${coins(r.coins)} vom Ziel nehmen`,
  coup: (r) => `${coins(-r.coins)} zahlen: Das Ziel verliert eine Karte`, assassinate: (r) => `${coins(-r.coins)} zahlen: Das Ziel verliert eine Karte`,
  exchange: (r) => `${cards(Number(r.effect.match(/\d+/)))} ziehen, ebenso viele zurückgeben`, investigate: () => "eine Karte ansehen, vielleicht tauschen lassen",
};
const REFUSALS = {
  late: "Zu spät: Das ist schon entschieden.", too_fast: "Das war zu schnell. Warte kurz und versuche es noch einmal.",
  too_many: "Von deiner Adresse sind schon zu viele Fenster offen: Schließe einige, dann verbindet sich dieses.", internal: "Das ging gerade nicht. Versuche es noch einmal.",
};
// What the server says without parts: its sentence, and ours.
const SENTENCES = [
  [/^there is no such game, or it is not over yet$/, "Dieses Spiel gibt es nicht, oder es ist noch nicht zu Ende."],
  [/^there is no such page$/, "Diese Seite gibt es nicht."],
  [/^there is no such table$/, "Diesen Tisch gibt es nicht."],
  [/^nobody called (.+) played in this game$/, "In diesem Spiel hat niemand namens $1 mitgespielt."],
  [/^a game is going on: you can watch, and sit down when it is over$/, "Gerade wird gespielt: Du kannst zusehen und dich danach dazusetzen."],
  [/^a name is made of letters, digits, blanks, and - _ \. '$/, "Ein Name besteht aus Buchstaben, Ziffern, Leerzeichen und - _ . '"],
  [/^a name has 1 to (\d+) letters$/, "Ein Name hat 1 bis $1 Buchstaben."],
  [/^nobody can be called (.+): take another name$/, "Niemand darf $1 heißen: Nimm einen anderen Namen."],
  [/^(.+) looks like (.+), who sits here already: take another name$/, "$1 sieht aus wie $2, und $2 sitzt hier schon: Nimm einen anderen Namen."],
  [/^a ruleset's name is not a house rule$/, "Der Name der Regeln ist keine Hausregel."],
  [/^a reaction is one of (.+)$/, "Zur Wahl stehen $1"],
  [/^you were sent away: sit down again after the next game$/, "Du wurdest weggeschickt: Setze dich nach dem nächsten Spiel wieder."],
  [/^you can be ready when a game is over$/, "Bereit sein kannst du, wenn ein Spiel vorbei ist."],
  [/^only bots can be hurried, when no person plays any more$/, "Vorspulen geht, wenn nur noch Bots spielen."],
  [/^all seats are taken$/, "Alle Plätze sind besetzt."],
  [/^it takes at least two: add a bot or send somebody the link$/, "Es braucht mindestens zwei: Setze einen Bot dazu oder verschicke den Link."],
  [/^many ask for advice just now: try again in a minute$/, "Gerade wollen viele Rat: Versuche es in einer Minute noch einmal."],
  [/^no clock is running for that$/, "Dafür läuft keine Uhr."],
  [/^only who is asked can take more time$/, "Mehr Zeit kann sich nur nehmen, wer gefragt ist."],
  [/^there is no more time for this question$/, "Für diese Frage gibt es keine Zeit mehr dazu."],
  [/^only who sits here can chat$/, "Nur wer hier sitzt, kann mitreden."],
  [/^only who sits here can do that$/, "Das kann nur, wer hier sitzt."],
  [/^the game has begun already$/, "Das Spiel hat schon begonnen."],
  [/^there is nothing to say in that$/, "Da steht nichts."],
  [/^that is too long: (\d+) letters at most$/, "Das ist zu lang: höchstens $1 Zeichen."],
  [/^figures are shown only by a server that was started with --metrics$/, "Zahlen zeigt nur ein Server, der mit --metrics gestartet wurde."],
  [/^this can be changed when the game is over$/, "Das lässt sich ändern, wenn das Spiel vorbei ist."],
  [/^this link does not lead to a seat any more$/, "Dieser Link führt zu keinem Platz mehr."],
  [/^this page belongs to another site$/, "Diese Seite gehört zu einer anderen Website."],
  [/^too many requests come from your address: (.+)$/, "Von deiner Adresse kommen zu viele Anfragen: Warte kurz und versuche es noch einmal."],
  [/^your address has too many connections open: (.+)$/, "Von deiner Adresse sind zu viele Verbindungen offen: Schließe einige und versuche es noch einmal."],
  [/^too much is happening at this table: try again$/, "An diesem Tisch ist gerade viel los: Versuche es noch einmal."],
  [/^who are you\? (.+)$/, "Wer bist du? Lade die Seite neu."],
  [/^you are not in this game$/, "Du spielst hier nicht mit."],
  [/^you do not sit here$/, "Du sitzt hier nicht."],
  [/^you have opened many tables within an hour: wait a while$/, "Du hast in einer Stunde viele Tische eröffnet: Warte ein wenig."],
  [/^you sit here already, as (.+)$/, "Du sitzt hier schon, als $1."],
  [/^a bot stays until the game is over$/, "Ein Bot bleibt, bis das Spiel vorbei ist."],
  [/^somebody else answers now$/, "Jetzt antwortet jemand anderes."],
  [/^the cards are being shuffled: try again in a moment$/, "Die Karten werden gerade gemischt: Versuche es gleich noch einmal."],
  [/^there is such a table already: try again$/, "Diesen Tisch gibt es schon: Versuche es noch einmal."],
  [/^this is the only device of your seat: leave the table instead$/, "Das ist das einzige Gerät an deinem Platz: Verlasse stattdessen den Tisch."],
  [/^this seat has (\d+) devices already: send one of them away$/, "Dieser Platz hat schon $1 Geräte: Schicke eines davon weg."],
  [/^this table is closed: (.+)$/, "Dieser Tisch ist geschlossen: $1"],
  [/^this table was deleted$/, "Dieser Tisch wurde gelöscht."],
  [/^this table's log cannot be read, so it was put aside: (.+)$/, "Die Aufzeichnung dieses Tisches ist nicht lesbar. Nichts davon ist verloren: Frage, wer diesen Server betreibt."],
  [/^your seat has no such device$/, "Dein Platz hat kein solches Gerät."],
  [/^nobody called (.+) sits here any more$/, "Niemand namens $1 sitzt noch hier."],
  [/^nobody called (.+) sits here$/, "Niemand namens $1 sitzt hier."],
  [/^only the host can do that$/, "Das kann nur, wer den Tisch eröffnet hat."],
  [/^only (.+) can do that$/, "Das kann nur $1."],
  [/^the host starts the game$/, "Wer den Tisch eröffnet hat, beginnt das Spiel."],
  [/^(.+) starts the game$/, "$1 beginnt das Spiel."],
  [/^there are (\d+) seats, one of them yours$/, "Es gibt $1 Plätze, einer davon ist deiner."],
  [/^(\d+) sit here already$/, "Hier sitzen schon $1."],
  [/^there is no bot '(.+)', only (.+)$/, "Einen Bot $1 gibt es nicht, nur $2."],
  [/^there is no message (.+)$/, "Eine Nachricht $1 gibt es nicht."],
];
const translated = (why) => {
  const found = SENTENCES.find(([said]) => said.test(why));
  return found && why.replace(...found);
};

export default {
  name: "Deutsch",
  refusal: (reply) => REFUSALS[reply.code] ?? translated(reply.why),
  summary: (r) => ({ action: ACTIONS[r.action] ?? "", effect: DOES[r.action]?.(r) ?? "", blocks: r.blocks.split(", ").map((name) => ACTIONS[name] ?? "").join(", ") }),
  event: (e) => EVENTS[e.event]?.(e),
  choiceName: (c) => NAMES[c.verb]?.(c),
  choiceEffect: (c, v) => EFFECTS[c.verb]?.(c, v),
  follows: (c) => {
    if (!c.follows) return "";
    const parts = [];
    if (c.claim.length) parts.push("Alle dürfen zweifeln.");
    if (c.blocked_by.length) parts.push(`${c.target ?? "Alle"} ${c.target ? "darf" : "dürfen"} blocken: ${c.blocked_by.map((role) => ROLE[role]).join(" oder ")}.`);
    return parts.join(" ") || "Niemand kann es verhindern.";
  },
  risk: (c) => c.risk && "Wenn das schiefgeht, kannst du dabei zwei Karten auf einmal verlieren.",
  situation: (v) => {
    const q = v.asked;
    switch (q.kind) {
      case "action": return v.legal_moves?.every((move) => move.startsWith("coup")) ? `Du bist am Zug. Mit ${coins(v.coins[v.seat])} ist ein Coup Pflicht.` : "Du bist am Zug. Was tust du?";
      case "challenge block": return `${q.blocker} blockt und behauptet ${any(q.roles)}. Zweifelst du?`;
      case "reveal": return `${q.challenger} zweifelt: Hast du ${any(q.roles)}? Zeige eine Karte.`;
      case "discard": return "Du verlierst eine Karte. Welche?";
      case "return": return "Welche Karte kommt zurück in den Stapel?";
      case "show": return `${q.actor} verhört dich. Welche Karte zeigst du?`;
      case "examine": return `${q.target} zeigt dir ${the(v.shown)}. Darf die Karte bleiben?`;
      default: return `${q.actor} ${DOING[q.action](q.target === v.seat ? "dich" : q.target)}${q.roles.length ? ` und behauptet ${any(q.roles)}` : ""}. Was tust du?`;
    }
  },
  texts: {
    title: "Coup", skip: "Zum Tisch springen",
    ...ROLE,
    lead: "Bluffen, zweifeln, überleben. Ein Tisch für Freunde und Bots.",
    yourName: "Dein Name", nameHint: "So sehen dich die anderen",
    quick: "Gleich spielen", quickHint: "ohne Warten",
    newTable: "Einen Tisch für Freunde öffnen", openTable: "Tisch öffnen",
    tables: "Offene Tische", noTables: "Gerade ist kein Tisch offen. Öffne einen und schicke den Link.", moreTables: "Weitere Tische",
    join: "Hinsetzen", watch: "Zuschauen", freeSeats: "{n} frei",
    ruleset: "Regeln", "rules.classic": "Klassisch", "rules.coup2022": "Coup 2022 (geheime Antworten)", "rules.inquisitor": "Inquisitor",
    seats: "Plätze", clock: "Uhr", noClock: "keine Uhr", seconds: "{n} Sekunden", minutes: "{n} Minuten", awayTime: "Ein Bot vertritt Abwesende nach", public: "In der Lobby zeigen",
    houseRules: "Hausregeln",
    invite: "Freunde einladen", inviteHint: "Schicke diesen Link oder lass den Code scannen:", copy: "Link kopieren", copied: "Der Link ist kopiert.", qr: "QR-Code mit dem Link zu diesem Tisch",
    personal: "Mein persönlicher Link", personalHint: "Öffnet deinen Platz auf einem anderen Gerät. Behalte ihn für dich.",
    devices: "Geräte mit deinem Platz", deviceSince: "seit {when}", thisDevice: "dieses", sendAway: "Wegschicken", deviceGone: "Das Gerät hat deinen Platz nicht mehr, und der alte Link führt nirgendwohin.",
    fairLine: "Gegeben wie versprochen: {promise}…", fairTitle: "Kann hier betrogen werden?", fairText: "Vor der ersten Karte zieht der Tisch ein Geheimnis und zeigt dessen SHA-256. Jede Karte und das Glück jedes Bots folgen aus diesem Geheimnis und euren Namen. Nach dem Spiel wird es aufgedeckt, und jeder kann alles nachrechnen.", fairPromise: "Das Versprechen, ein SHA-256:", fairSecret: "Das Geheimnis:", fairCheck: "Lade die Aufzeichnung herunter und prüfe jede Karte:",
    addBot: "Bot dazusetzen", bot: "Bot", "bot.beginner": "Anfänger: vergisst Behauptungen, macht dauernd Fehler", "bot.easy": "Leicht: vergisst Behauptungen, macht oft Fehler", "bot.medium": "Mittel: spielt gut, patzt aber ab und zu", "bot.hard": "Schwer: macht wenige Fehler", "bot.expert": "Experte: so stark, wie wir es können", "bot.shark": "Shark: dasselbe wie Experte", "bot.counter": "Counter: zählt Karten und Behauptungen", "bot.bluffer": "Bluffer: lügt oft", "bot.honest": "Honest: lügt nie", "bot.random": "Random: tut irgendetwas",
    remove: "{name} wegschicken", host: "Gastgeber", you: "du", free: "freier Platz", start: "Spiel beginnen", startHint: "Zwei bis sechs spielen.", waitHost: "{name} beginnt das Spiel.",
    removeAsk: "{name} wegschicken?", removeText: "Ein Bot spielt für {name} weiter. Wieder hinsetzen geht nach dem nächsten Spiel.", cancel: "Abbrechen", closed: "Dieser Tisch ist geschlossen.",
    leave: "Gehen", leaveAsk: "Den Tisch verlassen?", leaveText: "Mitten im Spiel spielt ein Bot für dich weiter.", leaveYes: "Gehen", stay: "Bleiben",
    settings: "Tisch ändern", save: "Speichern",
    waitingFor: "Wir warten auf {names}", spectator: "Du schaust zu. Die Karten bleiben bis zum Ende verdeckt.", outNow: "Du bist ausgeschieden. Sieh zu, wie es ausgeht.",
    yourTurn: "Du bist am Zug", question: "Frage", or: " oder ", bluff: "Bluff", true: "wahr",
    whichTarget: "{action}: gegen wen?", back: "Zurück",
    sure: "Zwei Karten auf einmal?", doIt: "Trotzdem", think: "Nochmal nachdenken",
    deck: "{n} im Stapel", unseen: "Ungesehen", unseenHint: "Karten jeder Rolle, die weder dir gehören noch offen liegen",
    turn: "Zug {n}", facedown: "verdeckte Karte", lostCard: "{role}, verloren", coins: "{n} Münzen",
    claimed: "Behauptungen", noClaims: "noch nichts behauptet", proved: "bewiesen", lost: "ertappt", unchallenged: "geglaubt", open: "offen", challenged: "angezweifelt",
    away: "nicht da", standIn: "ein Bot spielt", out: "draußen", pencil: "Notizen zu den Karten von {name}", pencilHint: "Nur du siehst das.",
    story: "Geschichte", chat: "Chat", table: "Tisch", say: "Sag etwas", send: "Senden", reactions: "Reaktionen",
    passAll: "Alles lassen, was mich nicht betrifft", passAllOff: "Das betrifft dich: Nichts wird mehr von selbst gelassen.",
    moreTime: "Mehr Zeit", timeLeft: "{n} s",
    won: "{name} gewinnt", youWon: "Du gewinnst!", nobodyWon: "Niemand gewinnt", bluffed: "Wer geblufft hat", bluffTimes: "{name}: {n}", noBluffs: "In diesem Spiel hat niemand geblufft.", truth: "Die ganze Wahrheit", isBluff: "ein Bluff",
    rematch: "Bereit für das nächste Spiel", rematchHint: "Wer gewonnen hat, beginnt.", replay: "Nachspielen", record: "Aufzeichnung", coupFile: ".coup-Datei", lobby: "Lobby",
    rulesTitle: "Regeln", rulesShort: "Alle haben {cards} verdeckte Karten und {coins} Münzen. Wer als Letztes eine verdeckte Karte hat, gewinnt. Wähle in deinem Zug eine Aktion. Manche gehören zu einer Rolle: Du behauptest, sie zu haben, und darfst lügen. Alle dürfen zweifeln; wer unrecht hat, verliert eine Karte. Ab {forced} Münzen ist ein Coup Pflicht.",
    "answers.first": "Alle werden zugleich gefragt; der erste Zweifel oder Block zählt.", "answers.target_first": "Zuerst wird das Ziel gefragt, dann reihum die anderen.", "answers.secret": "Alle antworten geheim; von denen, die zweifeln oder blocken, wird eine Person ausgewählt.",
    role: "Rolle", action: "Aktion", effect: "Wirkung", blocks: "Blockt", blockedBy: "Geblockt von", anybody: "Alle", close: "Schließen", keys: "Tasten: 1 bis 9 wählen, Esc geht zurück, ? zeigt die Regeln.",
    theme: "Hell oder dunkel", sound: "Töne", soundOn: "Töne sind an", soundOff: "Töne sind aus", language: "Sprache", menu: "Regeln, Töne, Sprache",
    offline: "Die Verbindung ist weg. Neuer Versuch…", online: "Wieder verbunden.", noTable: "Diesen Tisch gibt es nicht.", noGame: "Dieses Spiel gibt es nicht, oder es ist noch nicht zu Ende.", joined: "Dieses Gerät hat jetzt deinen Platz.",
    first: "Erster Schritt", previous: "Ein Schritt zurück", next: "Ein Schritt weiter", last: "Letzter Schritt", step: "Schritt {n} von {all}", eyes: "Gesehen von", everybody: "alle Karten offen", spectators: "Zuschauern", playedOn: "Gespielt {when}",
    "passed challenge": "{names} und {last} zweifeln nicht.", "passed block": "{names} und {last} blocken nicht.", "passed challenge block": "{names} und {last} zweifeln den Block nicht an.", "passed challenge or block": "{names} und {last} lassen es geschehen.",
    "advice.ask": "Rat für {seat}", "advice.thinking": "Der Bot Shark spielt diese Partie ein paar tausend Mal weiter. Das dauert einige Sekunden …", "advice.title": "Was Shark an der Stelle von {seat} getan hätte",
    "advice.alike": "In {n} von {all} Entscheidungen tat {seat}, was Shark am häufigsten tut.", "advice.cheap": "Keine Entscheidung kostete so viel, dass es sich messen ließe.", "advice.costly": "Was am meisten kostete",
    "advice.moment": "{made}: Shark wählt meist „{best}“ ({odds}). Die Aussicht zu gewinnen fiel von {before} auf {after}, auf {error} Punkte genau.",
    "advice.all": "Alle Entscheidungen, und was die anderen behaupteten", "advice.made": "{seat}: {made}.", "advice.shark": "Shark: {options}.", "advice.likely": "Wahr mit {likely}, nach allem, was {seat} wusste.", "advice.true": "wahr", "advice.lie": "ein Bluff",
    "advice.chart": "Wie die Aussichten von {seat} standen, Zug um Zug", "advice.win": "Aussicht zu gewinnen: {win}.",
    "duke.the": "den Herzog", "assassin.the": "den Attentäter", "captain.the": "den Hauptmann", "ambassador.the": "den Botschafter", "contessa.the": "die Gräfin", "inquisitor.the": "den Inquisitor",
    "duke.many": "Herzögen", "assassin.many": "Attentätern", "captain.many": "Hauptleuten", "ambassador.many": "Botschaftern", "contessa.many": "Gräfinnen", "inquisitor.many": "Inquisitoren",
    toLobby: "Zur Lobby", awayAsk: "Den Tisch vorerst verlassen?", awayText: "Das Spiel geht weiter. Dein Platz bleibt dir, nach {time} spielt ein Bot für dich, und die Lobby führt dich zurück.",
    returnGame: "Zurück in dein Spiel", returnTable: "Zurück an deinen Tisch", comeBack: "Zurückkehren",
    strength: "Wie stark?", howMany: "Wie viele Bots?", "botName.beginner": "Anfänger", "botName.expert": "Experte", "botName.bold": "kühn", "botName.shy": "scheu", "botName.sly": "schlau", "botName.wary": "misstrauisch", "botName.grim": "grimmig", "botName.picky": "wählerisch", "botName.easy": "Leicht", "botName.medium": "Mittel", "botName.hard": "Schwer", "botName.shark": "Shark", "botName.counter": "Zähler", "botName.bluffer": "Bluffer", "botName.honest": "Ehrlich", "botName.random": "Zufall", "botName.pragmatist": "Pragmatiker", "botName.trait": "Charakter", botKind: "Bot: {kind}",
    "status.waiting": "wartet auf Spieler", "status.playing": "im Spiel", "status.over": "zwischen zwei Spielen", withBots: "Bots: {n}",
    pace: "Bots überlegen", "pace.slow": "lange", "pace.usual": "wie üblich", "pace.quick": "kurz", hurry: "Bis zum Ende vorspulen",
    saved: "Gespeichert.", sentAway: "Du wurdest weggeschickt", sentAwayGame: "Du wurdest vom Tisch weggeschickt, und ein Bot spielt für dich weiter. Du kannst zusehen und dich nach dem nächsten Spiel wieder setzen.", sentAwayRoom: "Du wurdest vom Tisch weggeschickt. Du kannst zusehen und dich nach dem nächsten Spiel wieder setzen.",
    moment: "Einen Moment …", skipScene: "Überspringen", drawers: "Geschichte, Chat und Tisch", tools: "Zu diesem Tisch", live: "Was geschieht", answers: "Deine Antworten", youAreAsked: "Du bist gefragt.",
    claimsTrue: "{roles}: wahr", claimsBluff: "{roles}: ein Bluff", claimOutcome: "{roles}: {outcome}", chooseSeat: "{name} wählen", lookAtSeat: "Alles über {name}", wasShown: "{name} hat gezeigt: {role}", cardsLeft: "· verdeckte Karten: {n}",
    pencilled: "Notiz: {role}", pencilCard: "Karte {n}", unseenRole: "{role}: {n}", wonGames: "Gewonnene Spiele: {n}",
    "verb.steal": "Stehlen", "verb.assassinate": "Attentat", "verb.coup": "Coup", "verb.investigate": "Verhören",
    "stake.steal": "bis zu 2 Münzen nehmen", "stake.assassinate": "{n} Münzen für eine Karte des Ziels", "stake.coup": "{n} Münzen für eine Karte des Ziels, ganz sicher", "stake.investigate": "eine Karte ansehen und auf Wunsch tauschen lassen",
    "stake.challenge": "{name} verliert eine Karte; zeigt {name} aber {roles}, verlierst du eine", "stake.bluff": "angezweifelt: −1 Karte", "stake.blocked": "{roles} kann blocken", "stake.fee": "Block ({roles}): Münzen weg", "stake.unseen": "{n} von {all} {roles} ungesehen",
    "cause.challenge": "{name} hat {roles} gezeigt, du hast also zu Unrecht gezweifelt.", "cause.coup": "{name} hat für einen Coup gegen dich gezahlt.", "cause.assassinate": "Das Attentat von {name} ist gelungen.",
    notReady: "Doch nicht bereit", readyHint: "Es beginnt, wenn alle bereit sind.", waitingReady: "Noch nicht bereit: {names}", startNow: "Ohne Warten beginnen", score: "Stand · Spiele: {n}", pastGames: "Frühere Spiele an diesem Tisch", pastGame: "Spiel {n}", turns: "{n} Züge",
    statistics: "Meine Statistik", statisticsHint: "Liegt auf diesem Server, für diesen Browser. Niemand sonst sieht sie.", noStatistics: "Du hast hier noch kein Spiel beendet.", deleteStatistics: "Löschen", deleteStatisticsAsk: "Deine Statistik löschen?", deleteStatisticsText: "Sie lässt sich nicht zurückholen. Die Spiele selbst bleiben, wo sie sind.", statisticsGone: "Deine Statistik ist gelöscht.",
    "stat.games": "Spiele", "stat.wins": "Gewonnen", "stat.bluffs": "Bluffs", "stat.caught": "Ertappte Bluffs", "stat.challenges": "Zweifel", "stat.right": "Berechtigte Zweifel",
    failed: "Das ging nicht (Fehler {n}). Versuche es noch einmal.",
    usuallyOn: "(üblich: an)", usuallyOff: "(üblich: aus)", usualValue: "{value} (üblich)", clockOf: "Uhr: {time}", awayOf: "Ein Bot vertritt Abwesende nach {time}",
    "house.coins.group": "Münzen", "house.cards.group": "Karten", "house.answers.group": "Wer antworten darf, und wann", "house.end.group": "Das Ende",
    "house.coins": "Münzen am Anfang", "house.first_coins": "Münzen der ersten Person", "house.first_coins.none": "wie die anderen", "house.coup_cost": "Ein Coup kostet", "house.assassinate_cost": "Ein Attentat kostet", "house.forced_coup": "Ein Coup ist Pflicht ab so vielen Münzen",
    "house.coins_stay": "Wer ausscheidet, behält die Münzen", "house.coins_stay.off": "Die Münzen der Ausgeschiedenen kommen in die Kasse", "house.fee_returned": "Der Attentäter bekommt die Münzen zurück, wenn ein Block gilt", "house.fee_returned.off": "Die Münzen des Attentäters sind weg, wenn ein Block gilt",
    "house.copies": "Karten jeder Rolle", "house.exchange_draws": "Karten, die ein Tausch zieht",
    "house.answers": "Wer zuerst antwortet", "house.answers.first": "alle zugleich, die erste Antwort zählt", "house.answers.target_first": "zuerst das Ziel, dann reihum", "house.answers.secret": "alle geheim, eine Person wird ausgewählt", "house.windows": "Zweifel und Blocks", "house.windows.separate": "erst Zweifel, dann Blocks", "house.windows.joint": "beides zugleich",
    "house.block_steal_names_role": "Wer einen Diebstahl blockt, sagt mit welcher Rolle", "house.block_steal_names_role.off": "Wer einen Diebstahl blockt, muss die Rolle nicht sagen", "house.block_after_challenge": "Was einen Zweifel überstanden hat, kann noch geblockt werden", "house.block_after_challenge.off": "Was einen Zweifel überstanden hat, kann nicht mehr geblockt werden",
    "house.turn_limit": "Das Spiel endet ohne Sieg nach so vielen Zügen", "house.turn_limit.none": "nie", "house.is": "{rule}: {value}", "house.other": "{name}: {value}", "house.nothing": "nichts",
    inviteLocal: "Diesen Link kann nur dieser Rechner öffnen. Damit andere mitspielen können, starte den Server mit",
    turnBefore: "Einen Zug zurück", nextTurn: "Einen Zug weiter", copyMoment: "Link zu diesem Moment kopieren", "advice.whoIsShark": "Shark ist unser stärkster Bot, ein gelerntes Netz. Gefragt wird, was er mit deinen Karten und deinem Wissen täte, nie mit den Karten der anderen.",
    timeUp: "{text} (Die Zeit war um.)",
  },
};
