// What needs attention, one entry each, with a link to where it is mended: for the overview and for the bell.
import { Link } from 'wouter';
import type { AttentionItem } from '../api/shapes.ts';
import { useMay, usePerson, useTenant } from '../frame/tenant.tsx';
import { Icon } from './icon.tsx';
import { RelativeTime } from './relative-time.tsx';

const TITLES: Record<AttentionItem['kind'], string> = {
  'wallet-in-debt': 'The wallet is suspended',
  'consumer-waits': 'A consumer waits for an answer',
  'wallet-empty': 'The wallet is empty',
  'balance-low': 'The balance runs low',
  'top-up-off': 'Automatic top-up is switched off',
  'payment-needs-action': 'A payment needs confirmation',
  'payment-differs': 'A payment needs attention',
  'spending-fast': 'Spending is fast',
  'errors-rising': 'More calls are refused',
  'texts-undelivered': 'Texts do not arrive',
  'secret-ending': 'A secret ends while in use',
  'endpoint-failing': 'A webhook endpoint is failing',
  'endpoint-disabled': 'A webhook endpoint is disabled',
};

export function AttentionEntries({ items, note }: { items: AttentionItem[]; note: string | undefined }) {
  const { isOperator } = usePerson();
  return (
    <>
      <ul className="attention">
        {items.map((item) => (
          <li key={item.kind + item.message}>
            <Icon name="warning" />
            <div>
              <Title item={item} />
              <small>
                {item.message}
                {item.since !== null && (
                  <>
                    {' Began '}
                    <RelativeTime at={item.since} />.
                  </>
                )}
              </small>
            </div>
          </li>
        ))}
      </ul>
      {note !== undefined && (
        <p className="attention-note small">
          {note} {isOperator && <Link href="/operator/providers">Providers</Link>}
        </p>
      )}
    </>
  );
}

/** A link where the person may open the page on which it is mended. */
function Title({ item: { kind, subjectId, test } }: { item: AttentionItem }) {
  const { home, tenantId } = useTenant();
  const may = useMay();
  const endpoint = `/${tenantId}/${test ? 'test' : 'live'}/webhooks/${subjectId}`;
  const wallet = `${home}/wallet`;
  const href = {
    'wallet-in-debt': wallet,
    'wallet-empty': `${wallet}?help=top-up`,
    'balance-low': `${wallet}?help=top-up`,
    'top-up-off': wallet,
    'payment-needs-action': wallet,
    'payment-differs': wallet,
    'spending-fast': wallet,
    'consumer-waits': `/${tenantId}/live/complaints?status=open`,
    'errors-rising': may('requests:read') ? `${home}/requests` : null,
    'texts-undelivered': may('requests:read') ? `${home}/messages` : null,
    'secret-ending': `${home}/credentials`,
    'endpoint-failing': endpoint,
    'endpoint-disabled': endpoint,
  }[kind];
  return href === null ? <strong>{TITLES[kind]}</strong> : <Link href={href}>{TITLES[kind]}</Link>;
}
