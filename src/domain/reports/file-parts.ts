// What a credit file has beside accounts and searches: court judgments, insolvencies, the electoral roll, associations, aliases, notices,
// fraud markers, scores. All of it is our addition. A part that no bureau was asked for, or that none of those asked answered, is absent
// from the report; a part that is an empty list was asked for, and none was found.
import type { BureauId, Money } from './bureaus.ts';

/** By the name of the field in the report; `electoralRoll` stands beside each residency. */
export const FILE_PARTS = [
  'judgments',
  'insolvencies',
  'electoralRoll',
  'associations',
  'aliases',
  'notices',
  'fraudMarkers',
  'scores',
] as const;
export type FilePart = (typeof FILE_PARTS)[number];

/** `decree`: a Scottish court's. `child-support-order`: a liability order for child maintenance. */
export const JUDGMENT_KINDS = [
  'county-court-judgment',
  'high-court-judgment',
  'decree',
  'child-support-order',
] as const;
export type JudgmentKind = (typeof JUDGMENT_KINDS)[number];

export const JUDGMENT_STATUSES = ['open', 'satisfied', 'set-aside'] as const;
export type JudgmentStatus = (typeof JUDGMENT_STATUSES)[number];

/**
 * Scottish: sequestration, trust deed, debt arrangement scheme. Restrictions that a bureau files apart are records of their own. `other`: the
 * bureau's code is in no list.
 */
export const INSOLVENCY_KINDS = [
  'bankruptcy',
  'individual-voluntary-arrangement',
  'debt-relief-order',
  'administration-order',
  'sequestration',
  'trust-deed',
  'debt-arrangement-scheme',
  'bankruptcy-restrictions',
  'debt-relief-restrictions',
  'income-payments',
  'other',
] as const;
export type InsolvencyKind = (typeof INSOLVENCY_KINDS)[number];

/** `petition`: asked of a court and not ordered. `ended`: discharged, completed or failed. `annulled`: as if it had not been. */
export const INSOLVENCY_STATUSES = ['petition', 'in-force', 'ended', 'annulled'] as const;
export type InsolvencyStatus = (typeof INSOLVENCY_STATUSES)[number];

/** `undertaking`: given to the Insolvency Service instead of a court's order, with the same effect. */
export const RESTRICTION_KINDS = ['order', 'interim-order', 'undertaking'] as const;
export type RestrictionKind = (typeof RESTRICTION_KINDS)[number];

/** A bureau's record, and what only this bureau says: absent where it is what the entry shows. */
export type JudgmentRef = {
  id: BureauId;
  ref: string;
  status?: JudgmentStatus;
  amount?: Money;
  date?: string;
  birthdayDiffers?: true;
};
export type InsolvencyRef = Omit<JudgmentRef, 'status'> & { status?: InsolvencyStatus };

export type Judgment = {
  kind: JudgmentKind;
  /** Satisfied or set aside where any bureau says so: a court does not undo it, and others hear of it later. */
  status: JudgmentStatus;
  court?: string;
  caseNumber?: string;
  amount?: Money;
  /** Days, YYYY-MM-DD, here and below. */
  date?: string;
  satisfiedDate?: string;
  notices?: Notice[];
  bureaus: JudgmentRef[];
};

export type Insolvency = {
  kind: InsolvencyKind;
  status: InsolvencyStatus;
  court?: string;
  /** Unique at its court within `caseYear`. */
  caseNumber?: string;
  caseYear?: number;
  /** Under which the person traded. */
  tradingName?: string;
  amount?: Money;
  date?: string;
  endDate?: string;
  /** Restrictions that belong to it. */
  restriction?: { kind?: RestrictionKind; from?: string; to?: string };
  notices?: Notice[];
  bureaus: InsolvencyRef[];
};

/**
 * As exact as any of the bureaus says: YYYY, YYYY-MM or YYYY-MM-DD. Without `to` the person is still on it. `bureaus`: who says so; absent where
 * every bureau that has the address does.
 */
export type RollEntry = { from?: string; to?: string; bureaus?: BureauId[] };

/** Somebody whose finances are linked with the person's. The name is another person's: it stands in the document and nowhere else. */
export type Association = {
  name: string;
  since?: string;
  lastConfirmed?: string;
  notices?: Notice[];
  bureaus: { id: BureauId }[];
};

/** Another name of the person. */
export type Alias = Association;

/** `correction`: the person's own words. `dispute`: the record is being looked into. `unsaid`: that there is one, and not what it says. */
export const NOTICE_TYPES = ['correction', 'dispute', 'unsaid'] as const;
type NoticeType = (typeof NOTICE_TYPES)[number];
export type Notice = { id: BureauId; type: NoticeType; ref?: string; date?: string; text?: string };

/** That there is one, at which bureau, and who filed it where the bureau says. Never why. */
export type FraudMarker = { id: BureauId; companyName?: string };

/** A bureau's own figure. `scale`: the scorecard, by the bureau's own label: figures of two scales are not comparable. */
export type BureauScore = { id: BureauId; scale: string; value: number; reasons?: string[] };

export type FileParts = {
  judgments?: Judgment[];
  insolvencies?: Insolvency[];
  associations?: Association[];
  aliases?: Alias[];
  /** About the file as a whole; what is about one record stands with it. */
  notices?: Notice[];
  fraudMarkers?: FraudMarker[];
  scores?: BureauScore[];
};
