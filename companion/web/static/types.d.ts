// Written from the dataclasses by tests/web/types_of.py; a test keeps it equal to them.
export interface Snapshot {
  id: string;
  assets: string;
  table: string;
  game: string;
  title: string;
  seat: string;
  rev: number;
  newest: number;
  now: string;
  over: string;
  sittings: SeatView[];
  asked: PromptView[];
  first: boolean;
  view: Block[];
  doubt: DoubtView | null;
  tray: TrayView | null;
  log: LogLineView[];
  undo: UndoableStep | null;
  aside: RetractedDice[];
  senses: ReaderSummary[];
  notice: TableNotice | null;
  demo: DemoOffers | null;
  broker: string;
  join: string;
  next: string;
  just: string[];
  old: boolean;
  both: ConflictView | null;
  zones: ZonedTray | null;
  thrown: LastThrow | null;
  pause: AnswerPause | null;
  looks: boolean;
  cues: StagedCue[];
  air: "calm" | "tense" | "dread";
  language: string;
  redo: UndoableStep | null;
  saved: SavePointView[];
  past: PastView | null;
  keeps: boolean;
  event: SharedEvent | null;
  staff: boolean | null;
  whole: WholeTableSource | null;
}
export interface SeatView {
  seat: string;
  name: string;
  asked: boolean;
  answered: boolean;
  joined: number;
  claimed: boolean;
  own: boolean;
  source: "scan" | "hand" | "virtual";
  sources: SourceView[];
}
export interface SourceView {
  kind: string;
  source: "scan" | "hand" | "virtual";
}
export interface PromptView {
  prompt: Prompt;
  name: string;
  mine: boolean;
  above: boolean;
  source: "scan" | "hand" | "virtual";
  chooses: string;
}
export interface RollPrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "roll";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  least: number;
  most: number;
  of: string[];
  zone: string;
  locked: string[];
  sides: string[];
}
export interface Option {
  id: string;
  text: string;
  refused: Refusal | null;
}
export interface Refusal {
  code: string;
  sentence: string;
  rule: string;
}
export interface DrawPrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "draw";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  least: number;
  most: number;
  of: string[];
  zone: string;
  locked: string[];
}
export interface ShowPrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "show";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  least: number;
  most: number;
  of: string[];
  zone: string;
  locked: string[];
}
export interface ChoosePrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "choose";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  least: number;
  most: number;
  at: string;
}
export interface CountPrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "count";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  least: number;
  most: number;
}
export interface WritePrompt {
  seat: string;
  title: string;
  options: Option[];
  kind: "write";
  rule: string;
  secret: boolean;
  id: string;
  key?: string;
  about?: string;
  whom?: string;
  most: number;
}
export interface Heading {
  title: string;
  subtitle: string;
  kind: "heading";
}
export interface Paragraph {
  text: string;
  kind: "text";
}
export interface Story {
  title: string;
  text: string;
  picture: string;
  kind: "story";
}
export interface Counters {
  title: string;
  items: Count[];
  seat: string;
  kind: "counters";
}
export interface Count {
  label: string;
  value: number;
  most: number | null;
  icon: string;
  bar: boolean;
}
export interface Cards {
  title: string;
  cards: Card[];
  seat: string;
  large: boolean;
  kind: "cards";
}
export interface Card {
  id: string;
  text: string;
  note: string;
  down: boolean;
}
export interface Steps {
  title: string;
  steps: Step[];
  kind: "steps";
}
export interface Step {
  text: string;
  state: "done" | "now" | "todo";
  note: string;
  rule: string;
}
export interface Sum {
  title: string;
  terms: Term[];
  total: number;
  needed: number | null;
  verdict: "" | "passed" | "failed" | "done";
  sentence: string;
  faces: string[];
  object: string;
  names: string[];
  stamp: string;
  rule: string;
  kind: "sum";
}
export interface Term {
  label: string;
  value: number;
  text: string;
  rule: string;
}
export interface Odds {
  title: string;
  subtitle: string;
  bars: Bar[];
  chance: number | null;
  sentence: string;
  shape: "histogram" | "rows";
  chips: string[];
  after: string;
  kind: "odds";
}
export interface Bar {
  label: string;
  share: number;
  counts: boolean;
  now: boolean;
  note: string;
  came: boolean;
}
export interface BagView {
  title: string;
  faces: BagFace[];
  object: string;
  kind: "bag";
}
export interface BagFace {
  face: string;
  count: number;
  out: number;
  passes: "" | "yes" | "no" | "depends";
}
export interface Places {
  title: string;
  places: Place[];
  kind: "places";
}
export interface Place {
  id: string;
  title: string;
  x: number;
  y: number;
  w: number;
  h: number;
  marks: string[];
  here: string[];
  note: string;
}
export interface Graph {
  title: string;
  rooms: Room[];
  corridors: Corridor[];
  ducts: Duct[];
  other: string;
  kind: "graph";
}
export interface Room {
  id: string;
  title: string;
  x: number;
  y: number;
  marks: string[];
  here: string[];
  option: string;
  other: string;
  known: boolean;
  items: number | null;
  lurkers: RoomThreat[];
  note: string;
  risk: number | null;
}
export interface RoomThreat {
  id: string;
  title: string;
  icon: string;
  hurt: number;
}
export interface Corridor {
  id: string;
  ends: [string, string];
  numbers: string;
  noise: boolean;
  closed: boolean;
  broken: boolean;
  beyond: string;
}
export interface Duct {
  id: string;
  title: string;
  openings: [string, string][];
  noise: boolean;
}
export interface Roster {
  title: string;
  members: Member[];
  kind: "roster";
}
export interface Member {
  seat: string;
  name: string;
  note: string;
  items: Count[];
  state: "" | "now" | "done" | "gone";
  word: string;
}
export interface Track {
  title: string;
  spaces: string[];
  at: number;
  due: number | null;
  word: string;
  kind: "track";
}
export interface Board {
  title: string;
  tiles: Tile[];
  spaces: Tile[];
  pieces: Piece[];
  place: string[];
  kind: "board";
}
export interface Tile {
  id: string;
  title: string;
  x: number;
  y: number;
  w: number;
  h: number;
  note: string;
  marks: string[];
  here: string[];
  option: string;
  fresh: boolean;
  floor: string;
}
export interface Piece {
  id: string;
  title: string;
  icon: string;
  x: number;
  y: number;
  turned: number;
  option: string;
  fresh: boolean;
  note: string;
}
export interface Foes {
  title: string;
  foes: Foe[];
  kind: "foes";
}
export interface Foe {
  id: string;
  title: string;
  health: number;
  damage: number;
  note: string;
  where: string;
  more: string;
  less: string;
  option: string;
  now: boolean;
  icon: string;
}
export interface Overlay {
  title: string;
  elements: Element[];
  kind: "overlay";
}
export interface Element {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  text: string;
  picture: string;
  option: string;
  text_size: number;
  text_color: string;
  back_color: string;
  border: boolean;
  align: string;
  anchor: "top" | "center" | "bottom";
}
export interface Puzzle {
  title: string;
  task: string;
  figure: Slide | Code | Swap | Tower;
  steps: number | null;
  moves: number;
  total: number;
  note: string;
  kind: "puzzle";
}
export interface Slide {
  size: number;
  exit: number;
  sliders: Slider[];
  shape: "slide";
}
export interface Slider {
  id: string;
  title: string;
  x: number;
  y: number;
  w: number;
  h: number;
  marked: boolean;
}
export interface Code {
  slots: number;
  symbols: string[];
  tries: CodeTry[];
  shape: "code";
}
export interface CodeTry {
  symbols: number[];
  right: number;
  near: number;
}
export interface Swap {
  columns: number;
  rows: number;
  pieces: number[];
  picture: string;
  shape: "image";
}
export interface Tower {
  pegs: number[][];
  discs: number;
  goal: number;
  shape: "tower";
}
export interface DoubtView {
  id: string;
  prompts: string[];
  why: string;
  objects: SeenObject[];
  values: string[];
  open: number[];
  guesses: DoubtOption[];
  picture: string;
  told: ReaderReport[];
  whose: boolean;
}
export interface SeenObject {
  kind: string;
  value: string | null;
  conf: number;
  alternatives: [string, number][];
  box: [number, number, number, number] | null;
  cocked: boolean;
  partial: boolean;
}
export interface DoubtOption {
  values: string[];
  conf: number;
}
export interface ReaderReport {
  source: string;
  values: string[];
  objects: SeenObject[];
  picture: string;
}
export interface TrayView {
  reading: string;
  source: string;
  objects: SeenObject[];
  heaps: FaceCount[];
  total: number | null;
  unread: number;
  words: string;
  picture: string;
  settled_at: number;
  taken: boolean;
  agrees: boolean;
}
export interface FaceCount {
  kind: string;
  value: string;
  count: number;
}
export interface LogLineView {
  seq: number;
  text: string;
  kind: "fact" | "answer" | "choice" | "correction" | "undo" | "note";
  source: "camera" | "serial" | "virtual" | "hand" | "rules";
  undo: number | null;
  amend: number | null;
  values: string[];
  object: string;
  where: string;
  at: number;
  seat: string;
  chosen: string[];
  was: string[];
  unsure: number[];
  sent?: string;
}
export interface UndoableStep {
  to: number;
  text: string;
  steps: number;
  amends: number;
  things: number;
}
export interface RetractedDice {
  id: string;
  text: string;
  values: string[];
  prompts: string[];
  object: string;
  more: number;
}
export interface ReaderSummary {
  reader: string;
  title: string;
  state: "ready" | "retrying" | "offline";
  words: string;
  sees: string;
  advice: string[];
}
export interface TableNotice {
  id: string;
  tone: "refused" | "stumbled" | "stray" | "info";
  text: string;
}
export interface DemoOffers {
  throws: string[];
  tags: [string, string][];
}
export interface ConflictView {
  id: string;
  seq: number;
  title: string;
  why: string;
  object: string;
  first: ReaderReport;
  second: ReaderReport;
  others: string[][];
  next: string[];
  tag: string;
}
export interface ZonedTray {
  zones: ZoneView[];
  down: boolean;
}
export interface ZoneView {
  seat: string;
  name: string;
  waits: boolean;
}
export interface LastThrow {
  seq: number;
  seat: string;
  name: string;
  title: string;
  object: string;
  source: "camera" | "serial" | "virtual" | "hand";
  slots: ThrowSlot[];
  faces: string[];
  later: number;
  mine: boolean;
  note: string;
  odds: Odds | null;
}
export interface ThrowSlot {
  value: string;
  conf: number;
  likely: [string, number][];
  locked: boolean;
  unsure: boolean;
  said: boolean;
}
export interface AnswerPause {
  seq: number;
  why: string;
}
export interface StagedCue {
  seq: number;
  cue: Cue;
}
export interface Cue {
  kind: "token" | "clue" | "agenda" | "act" | "encounter" | "monster" | "attack" | "noise" | "door" | "alarm" | "contest" | "surprise" | "fall" | "triumph" | "phase" | "scene" | "end";
  title: string;
  tone: "plain" | "good" | "bad";
  faces: string[];
  object: string;
  names: string[];
  drawing: string;
  seat: string;
}
export interface SavePointView {
  id: number;
  seq: number;
  name: string;
  at: number;
  there: boolean;
  steps: number;
  mine: boolean;
}
export interface PastView {
  at: number;
  step: number;
  steps: number;
  where: string;
  now: string;
  next: LogLineView[];
  back: number | null;
}
export interface SharedEvent {
  id: number;
  title: string;
  goal: number;
  total: number;
  own: number;
  version: number;
  is_over: boolean;
}
export interface WholeTableSource {
  source: "scan" | "hand" | "virtual";
  sources: SourceView[];
}
export interface Shelf {
  assets: string;
  games: ShelfGame[];
  tables: ShelfTable[];
  setup: "due" | "done";
  keeps: boolean;
}
export interface ShelfGame {
  name: string;
  title: string;
  blurb: string;
  seats: [number, number];
  kinds: string[];
  dealer: boolean;
  form: boolean;
}
export interface ShelfTable {
  table: string;
  game: string;
  title: string;
  now: string;
  seats: string[];
  where: string;
  over: boolean;
}
export interface PrivateView {
  blocks: Block[];
}
export interface FormPage {
  game: string;
  title: string;
  blurb: string;
  seats: [number, number];
  form: Form | null;
  sheets: Record<string, SheetList>;
  begin: FormDefaults;
}
export interface Form {
  title: string;
  fields: Field[];
  blurb: string;
}
export interface Field {
  name: string;
  label: string;
  kind: "text" | "long" | "number" | "flag" | "choice" | "choices" | "sheet" | "group" | "list";
  help: string;
  options: Pick[];
  least: number;
  most: number;
  default: any;
  fields: Field[];
  sheet: string;
  each_seat: boolean;
  advanced: boolean;
}
export interface Pick {
  id: string;
  text: string;
  note: string;
}
export interface SheetList {
  form: Form;
  shipped: Record<string, string>;
  own: Record<string, string>;
  broken: Record<string, string>;
  notes: Record<string, string>;
  files: string[];
}
export interface FormDefaults {
  seats: number;
  names: Record<string, string>;
  choices: Record<string, any>;
}
export interface SheetPage {
  name: string;
  own: boolean;
  data: Record<string, any>;
}
export interface EveningSteps {
  at: number[];
  chapters: LogChapter[];
  rolls: number[];
}
export interface LogChapter {
  step: number;
  where: string;
}
export interface FairnessPage {
  assets: string;
  table: string;
  title: string;
  ended: string;
  who: string;
  evening: string;
  rolls: number;
  dice: DieLine[];
  people: PersonLine[];
  evenings: EveningLine[];
  luckiest: LuckLine | null;
  unluckiest: LuckLine | null;
}
export interface DieLine {
  id: string;
  kind: string;
  game: string;
  app: boolean;
  rolls: number;
  count: number;
  faces: FaceLine[];
  sentence: string;
  advice: string;
  streak: string;
  told: [string, number][];
  amended: number;
  undone: number;
  unsure: number;
}
export interface FaceLine {
  face: string;
  count: number;
  share: number;
  expected: number;
  low: number;
  high: number;
  verdict: "" | "often" | "seldom";
}
export interface PersonLine {
  name: string;
  rolls: number;
  odds: number;
  luck: number;
  spread: number;
}
export interface EveningLine {
  table: string;
  title: string;
  names: string[];
  rolls: number;
  over: boolean;
  opened: number;
}
export interface LuckLine {
  table: string;
  name: string;
  title: string;
  kind: string;
  values: string[];
  best: number;
  worst: number;
  app: boolean;
}
export interface LogPage {
  lines: LogLineView[];
  more: boolean;
}
export interface AmendableAnswer {
  seq: number;
  title: string;
  kind: string;
  object: string;
  values: string[];
  faces: string[];
  options: Option[];
  least: number;
  most: number;
  likely: [string, number][][];
}
export interface AmendmentPreview {
  gone: string[];
  come: string[];
  verdict: [string, string];
  replayed: number;
  dropped: string[];
  kept: number;
  asks: string;
  later: number;
  newest: number;
  words: string;
}
export interface KitReply {
  id: string;
  sentence: string;
  kits: KitLine[];
  kit: KitPage | null;
  trayful: TrayObjects | null;
  waits: string;
  blind: boolean;
  file: string;
  shots: KitShot[];
}
export interface KitLine {
  name: string;
  kind: string;
  own: boolean;
  used: boolean;
  faces: number;
  taught: number;
  shots: number;
  broken: string;
}
export interface KitPage {
  name: string;
  kind: string;
  own: boolean;
  used: boolean;
  faces: KitFace[];
  wanted: string;
  enough: boolean;
  alike: string[];
  note: string;
}
export interface KitFace {
  value: string;
  shots: number;
  corrected: number;
  picture: string;
}
export interface TrayObjects {
  id: string;
  picture: string;
  size: [number, number];
  objects: OfferedObject[];
}
export interface OfferedObject {
  box: [number, number, number, number];
  guesses: [string, number][];
  sure: boolean;
  like: number[];
  leans: boolean;
}
export interface KitShot {
  picture: string;
  corrected: boolean;
}
export interface ReadersPage {
  id: string;
  assets: string;
  table: string;
  title: string;
  seats: [string, string][];
  readers: ReaderLine[];
  known: number;
  book: number;
  teaching: boolean;
  sights: SightLine[];
  bag: string;
  faces: FaceOffer[];
  deeds: DeedOffer[];
  demo: boolean;
}
export interface ReaderLine {
  reader: string;
  name: string;
  kind: string;
  model: string;
  state: string;
  words: string;
  zone: string;
  inputs: [string, string][];
  counts: [string, number][];
}
export interface SightLine {
  number: number;
  reader: string;
  kind: string;
  tag: string;
  meaning: Meaning | null;
}
export interface Meaning {
  kind: "token" | "card" | "deed";
  value: string;
}
export interface FaceOffer {
  meaning: Meaning;
  there: number;
  tags: number;
}
export interface DeedOffer {
  value: string;
  text: string;
  where: string;
}
export interface TagPage {
  tags: TagEntry[];
}
export interface TagEntry {
  tag: string;
  meaning: Meaning;
  taught: boolean;
  file: Meaning | null;
}
export interface PortList {
  id: string;
  sentence: string;
  ports: PortLine[];
  drivers: DriverLine[];
}
export interface PortLine {
  where: string;
  title: string;
  state: "free" | "used" | "held" | "gone";
  sentence: string;
  driver: string;
  name: string;
  zone: string;
  prefix: string;
  fixed: boolean;
}
export interface DriverLine {
  name: string;
  title: string;
}
export interface SetupPage {
  id: string;
  assets: string;
  table: string;
  hidden: boolean;
  free: boolean;
  steps: SetupStep[];
  eye: CameraStatusView;
  trials: GradedThrowsView;
  kinds: string[];
  kits: boolean;
  senses: ReaderDetails[];
  broker: string;
  languages: string[];
  recorded: string[];
}
export interface SetupStep {
  name: "camera" | "tray" | "dice" | "throw" | "readers";
  state: "done" | "todo" | "look" | "none";
  words: string;
}
export interface CameraStatusView {
  way: "" | "local" | "stream" | "photos" | "hand";
  source: string;
  by: "settings" | "demo" | "page";
  state: "ready" | "retrying" | "offline";
  words: string;
  health: CameraHealth | null;
  tapped: boolean;
  steered: boolean;
  found: CameraChoice[];
}
export interface CameraHealth {
  blur: number;
  light: number;
  glare: number;
  flicker: number;
  markers: number;
  px_per_mm: number;
  whole: boolean;
  moved: number;
  slant: number;
  size: [number, number];
  tray: [number, number][];
  marks: MarkerSeen[];
  findings: CameraFinding[];
}
export interface MarkerSeen {
  id: number;
  corners: [number, number][];
}
export interface CameraFinding {
  fault: "stopped" | "nothing" | "dark" | "glare" | "flicker" | "blurred" | "coarse" | "moved" | "cut_off" | "too_small" | "too_oblique" | "markers_missing" | "markers_swapped" | "markers_mirrored" | "markers_reversed" | "markers_foreign" | "markers_doubled" | "markers_turned" | "tray_turned" | "mirrored" | "restless";
  advice: string;
  markers: number[];
  grave: boolean;
}
export interface CameraChoice {
  where: string;
  name: string;
}
export interface GradedThrowsView {
  throws: GradedThrowView[];
  grade: "" | "very_good" | "good" | "care";
  reason: string;
  kept: "" | "very_good" | "good" | "care";
  kept_at: number;
}
export interface GradedThrowView {
  number: number;
  things: GradedThrowObject[];
  missed: number;
  picture: string;
  took: number;
  looked_over: boolean;
  grade: "" | "very_good" | "good" | "care";
  reason: string;
  better: string[];
}
export interface GradedThrowObject {
  seen: SeenObject;
  read: "sure" | "doubtful" | "wrong" | "unread" | "leans" | "hidden" | "other";
  said: string | null;
  advice: string;
  kit: string;
}
export interface ReaderDetails {
  sense: ReaderSummary;
  kind: string;
  counts: [string, number][];
}
export interface KeepAliveAnswer {
  refused: string;
  may_insist: boolean;
}
export interface SystemInfo {
  versions: [string, string][];
  data: string;
  free: number;
  log: number;
  elsewhere: boolean;
  pictures: number;
  pictures_size: number;
  oldest_days: number;
  doubts_days: number;
}
export interface HealthPage {
  id: string;
  assets: string;
  well: boolean;
  wrong: ProblemLine[];
  figures: HealthFigures;
  broker: string;
}
export interface ProblemLine {
  code: string;
  severity: "grave" | "look" | "hint";
  sentence: string;
  remedy: string;
  about: string;
  since: number;
}
export interface HealthFigures {
  began: number;
  tables: number;
  away: number;
  free: number;
  log: number;
  memory: number;
  pages: number;
  most_pages: number;
  backup_at: number;
  version: string;
}
export interface DevicesPage {
  assets: string;
  devices: KnownDevice[];
  tables: TableToJoin[];
  keeper: boolean;
  tablets: number;
  demo: boolean;
  lamp: string;
  now: number;
}
export interface KnownDevice {
  id: string;
  role: "table" | "keeper" | "wall" | "dealer" | "seat";
  seat: string;
  table: string;
  title: string;
  sits: string;
  name: string;
  at: number;
  seen: number;
  ends: number;
  here: boolean;
  watching: boolean;
}
export interface TableToJoin {
  table: string;
  title: string;
  seats: SeatOfTable[];
}
export interface SeatOfTable {
  seat: string;
  name: string;
}
export interface EntryStatus {
  inside: boolean;
  claimable: boolean;
  lamp: string;
  was_in: boolean;
  demo: boolean;
}
export interface RecoveryPage {
  assets: string;
  faults: string[];
  saved: SavedTable[];
  backups: SavedBackup[];
  advice: "saved" | "backup" | "afresh";
  may: boolean;
  of_then: boolean;
  done: boolean;
}
export interface SavedTable {
  table: string;
  title: string;
  entries: number;
  at: number;
  lost: number;
}
export interface SavedBackup {
  name: string;
  at: number;
  tables: SavedTable[];
}
export interface StaffPage {
  assets: string;
  figures: HallFigures;
  event: SharedEvent | null;
  tables: HallTable[];
}
export interface HallFigures {
  tables: number;
  playing: number;
  calls: number;
  people: number;
  answers: number;
  workers: number;
  games: [string, number][];
}
export interface HallTable {
  name: string;
  state: "help" | "wrong" | "dark" | "playing" | "quiet" | "away" | "over" | "free";
  plays: "here" | "there";
  address: string;
  game: string;
  where: string;
  seats: number;
  answers: number;
  pages: number;
  since: number;
  wrong: string[];
}
export interface ArchivePage {
  assets: string;
  tables: ExportableTable[];
  away: ArchivedTable[];
}
export interface ExportableTable {
  table: string;
  game: string;
  title: string;
  where: string;
  seats: string[];
  over: boolean;
  why: string;
}
export interface ArchivedTable {
  table: string;
  title: string;
  began: number;
}
export interface ImportedTable {
  table: string;
  title: string;
  here: boolean;
  answers: number;
  notes: string[];
}
export interface DownloadTicket {
  path: string;
  name: string;
  bytes: number;
}
export interface Rulebook {
  chapters: Chapter[];
}
export interface Chapter {
  title: string;
  clauses: Clause[];
}
export interface Clause {
  id: string;
  title: string;
  text: string;
  see: string[];
  words: string;
  notes: Note[];
}
export interface Note {
  id: string;
  text: string;
}
export interface Outlook {
  height_mm: number;
  least_mm: number;
  best_mm: number;
  most_mm: number;
  across_deg: number;
  seen_mm: [number, number];
  tray_mm: [number, number];
  px_per_mm: number;
  corner_deg: number;
  lean_deg: number;
  verdict: "good" | "near" | "far" | "never";
  words: string;
  advice: string[];
  things: ReadRange[];
}
export interface ReadRange {
  kind: string;
  title: string;
  is_read: boolean;
  most_mm: number;
}
export interface GamePage {
  tint: [string, string] | null;
  creature: string;
  emblem: boolean;
  faces: Record<string, FacePage>;
  kinds: KindPage[];
  kits: Record<string, string>;
  readable: ReadableThing[];
  ambience: AmbienceSounds | null;
}
export interface FacePage {
  word: string;
  sentence: string;
  paint: "" | "bone" | "violet" | "steel" | "rust" | "brass" | "plum" | "red" | "green" | "gold" | "ice";
  tone: "" | "good" | "bad" | "clue";
  mark: string;
  line: string;
}
export interface KindPage {
  kind: string;
  shape: "octahedron" | "decahedron" | "cube" | "icosahedron" | "disc";
  paint: "" | "bone" | "violet" | "steel" | "rust" | "brass" | "plum" | "red" | "green" | "gold" | "ice";
  faces: string[];
  rest: string;
  is_counted: boolean;
  several: string;
  one: string;
  many: string;
  kit: string;
  title: string;
  note: string;
}
export interface ReadableThing {
  kind: string;
  title: string;
  least_px_per_mm: number;
  is_usual: boolean;
}
export interface AmbienceSounds {
  winds: WindSound[];
  drones: DroneSound[];
  fars: FarSound[];
}
export interface WindSound {
  hz: number;
  loud: number;
  type: "lowpass" | "bandpass" | "highpass";
  sway: number;
  span: number;
  q: number;
}
export interface DroneSound {
  hz: number;
  loud: number;
  type: "sine" | "triangle" | "square" | "sawtooth";
  sway: number;
}
export interface FarSound {
  every: number;
  sound: "blip" | "creak";
  start: number;
  end: number;
  length: number;
  loud: number;
  type: "sine" | "triangle" | "square" | "sawtooth";
  q: number;
}
export type Prompt = RollPrompt | DrawPrompt | ShowPrompt | ChoosePrompt | CountPrompt | WritePrompt;
export type Block = Heading | Paragraph | Story | Counters | Cards | Steps | Sum | Odds | BagView | Places | Graph | Roster | Track | Board | Foes | Overlay | Puzzle;
