// One link in a drawer: where its consumer is, what was agreed to and when, and the report that came of it. No person is named.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/queries.ts';
import type { ConsumerSession } from '../../api/shapes.ts';
import { useTenant } from '../../frame/tenant.tsx';
import { Id } from '../../parts/copy-field.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Pairs } from '../../parts/pair.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/states.tsx';
import { changedWords, LinkChip, SentWords, WhereNow } from './link-words.tsx';

export function LinkDrawer(props: {
  id: string;
  /** As the list has it. */
  row: ConsumerSession | undefined;
  everyMs: number;
  closeHref: string;
}) {
  const params = { consumerSessionId: props.id };
  const read = useGet('readConsumerSession', { params, everyMs: props.everyMs });
  const session = read.data ?? props.row;
  return (
    <Drawer title={session?.externalReference ?? 'Link'} closeHref={props.closeHref}>
      <Shown query={read} data={session}>
        {(shown) => <Facts session={shown} />}
      </Shown>
    </Drawer>
  );
}

function Facts({ session }: { session: ConsumerSession }) {
  const { home } = useTenant();
  const { consent } = session;
  const rows: [string, ReactNode][] = [
    ['State', <LinkChip key="state" status={session.status} />],
    ['Now', <WhereNow key="now" session={session} />],
    ...session.sends.map((sent, index): [string, ReactNode] => [
      `Sent${index === 0 ? '' : ` (${index + 1})`}`,
      <SentWords key={sent.sentAt} sent={sent} />,
    ]),
    ['Report', <ReportLink key="report" session={session} />],
    ['Reports asked for', session.generates],
    ['Changed by the consumer', changedWords(session.changed)],
    ['Made', <RelativeTime key="made" at={session.createdAt} />],
    ['Expires', session.endedAt === null ? <RelativeTime key="expires" at={session.expiresAt} /> : '–'],
    ['Started', timeOr(session.openedAt)],
    [
      'Consent text',
      <Link key="text" href={`${home}/consent/${consent.textId}`}>
        Version {consent.version}
      </Link>,
    ],
    ['Text shown', timeOr(consent.shownAt)],
    ['Agreed', timeOr(consent.agreedAt)],
    ['Ended', timeOr(session.endedAt)],
    ...(session.withdrawnAt === undefined
      ? []
      : ([['Agreement withdrawn', timeOr(session.withdrawnAt)]] as [string, ReturnType<typeof timeOr>][])),
    ['Link id', <Id key="id" value={session.id} name="link id" />],
  ];
  return <Pairs rows={rows} />;
}

/** While it is submitted there may be none yet under its id. */
export function ReportLink({ session }: { session: ConsumerSession }) {
  const { home } = useTenant();
  const { creditReportId, status } = session;
  if (creditReportId === null || status === 'submitted') return 'None yet';
  return <Link href={`${home}/reports/${creditReportId}`}>Open the report</Link>;
}

function timeOr(at: string | null): ReactNode {
  return at === null ? 'Not yet' : <RelativeTime at={at} />;
}
