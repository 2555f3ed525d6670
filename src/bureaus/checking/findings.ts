// What a check of a bureau reports: findings in words, and the paths that came.

/** `fails`: the adapter needs it. `look`: it may lose something. `note`: nothing that it reads. */
export type Severity = 'fails' | 'look' | 'note';
export type Finding = { severity: Severity; path: string; what: string; todo: string };
export type PathSeen = {
  path: string;
  kinds: string[];
  times: number;
  use: 'read' | 'known' | 'unknown';
  codes?: string[];
};
export type Compared = { findings: Finding[]; paths: PathSeen[] };
