// What the registry of lenders says of an agreement's lender: each fact with the page that confirms it and the day it was read, or that
// it is not verified.
import { withDays } from '../../../src/domain/shown/report-words.ts';
import type { MotorAgreement } from '../../api/shapes.ts';
import { day } from '../../parts/words.ts';

type Lender = MotorAgreement['lender'];
type Fact = NonNullable<Lender['notVerified']>[number];

export function LenderFacts({ lender }: { lender: Lender }) {
  return factLines(lender).map(({ fact, text, isVerified }) => (
    <li key={text}>
      <bdi>{text}</bdi> {isVerified ? <Pages lender={lender} fact={fact} /> : '(not verified)'}
    </li>
  ));
}

function factLines(lender: Lender): { fact: Fact; text: string; isVerified: boolean }[] {
  const line = (fact: Fact, text: string | undefined) =>
    text === undefined ? [] : [{ fact, text, isVerified: lender.notVerified?.includes(fact) !== true }];
  const { brandOf, nowCalled, group, complaintsAddress, motor, movedTo = [] } = lender;
  return [
    ...line('brandOf', brandOf && `A brand of ${brandOf}.`),
    ...line('nowCalled', nowCalled && `A former name. The lender is now called ${nowCalled}.`),
    ...line('group', group && `The lender belongs to ${group}.`),
    ...line('motor', motor && 'The lender is known to finance vehicles.'),
    ...line('complaintsAddress', complaintsAddress && `Complaints: ${complaintsAddress}`),
    ...movedTo.map(({ name, on, what, isVerified }) => ({
      fact: 'movedTo' as const,
      text: withDays(
        `To ${name} on ${on}: ${what ?? 'accounts'}. Whether this one is among them is not known.`,
      ),
      isVerified,
    })),
  ];
}

function Pages({ lender, fact }: { lender: Lender; fact: Fact }) {
  const pages = lender.seen?.filter(({ confirms }) => confirms.includes(fact)) ?? [];
  return pages.map(({ where, when }, at) => (
    <span key={where}>
      {at > 0 && ', '}
      <a href={where} rel="noreferrer" target="_blank">
        {new URL(where).hostname}
      </a>{' '}
      seen on {day(when)}
    </span>
  ));
}
