// SMS: state and cost of each. Never a number, a text or a code.
import { Link } from 'wouter';
import { useList } from '../api/queries.ts';
import type { Message, Messages } from '../api/shapes.ts';
import { useTenant } from '../frame/tenant.tsx';
import { Id } from '../parts/copy-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { CsvButton, Older } from '../parts/list-actions.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Time } from '../parts/relative-time.tsx';
import { Needs, Shown } from '../parts/states.tsx';
import { Chip } from '../parts/status-chip.tsx';
import { Table } from '../parts/table.tsx';
import { credits, NO_GATEWAY_TOOK_IT, shortId, spoken, type Tone } from '../parts/words.ts';

const STATES: Record<Message['state'], { word: string; shape: string; tone: Tone; meaning: string }> = {
  waiting: { word: 'Waiting', shape: '○', tone: 'plain', meaning: 'Not handed to a gateway yet.' },
  'on-its-way': { word: 'On its way', shape: '◐', tone: 'info', meaning: 'A gateway has it.' },
  delivered: {
    word: 'Delivered',
    shape: '●',
    tone: 'ok',
    meaning: 'The network says that the phone has it.',
  },
  'not-delivered': {
    word: 'Not delivered',
    shape: '✕',
    tone: 'danger',
    meaning: 'The network refused it. Check the number with the consumer, then send a new request.',
  },
  refused: {
    word: 'Not sent',
    shape: '✕',
    tone: 'danger',
    meaning: NO_GATEWAY_TOOK_IT,
  },
  'given-up': {
    word: 'Given up',
    shape: '■',
    tone: 'danger',
    meaning: 'No gateway spoke of it in time. Its price went back.',
  },
};

export function MessagesPage() {
  return (
    <Needs permission="requests:read" title="Messages" what="messages">
      <MessageList />
    </Needs>
  );
}

function MessageList() {
  const { api, home, mode, tenantId } = useTenant();
  const path = `${api}/messages`;
  const messages = useList<Messages, Message>(mode === 'live' ? path : null, {}, (answer) => answer);
  if (mode === 'test') {
    return (
      <>
        <PageHeader title="Messages" />
        <EmptyState action={<Link href={`/${tenantId}/live/messages`}>See the live messages</Link>}>
          Test mode sends no messages: its code is always 123456.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Messages" actions={<CsvButton path={path} filters={{}} name="messages.csv" />}>
        Numbers, texts and codes are not kept.
      </PageHeader>
      <Shown query={messages} data={messages.rows}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState>No messages yet. One is sent when risk asks for a code.</EmptyState>
          ) : (
            <Table
              label="Messages"
              head={['Made', 'State', 'What it means', 'Gateway', 'Report', 'Cost', 'Message']}
              numbers={[5]}
            >
              {rows.map((message) => (
                <MessageRow key={message.id} message={message} home={home} />
              ))}
            </Table>
          )
        }
      </Shown>
      <Older query={messages} />
    </>
  );
}

function MessageRow({ message, home }: { message: Message; home: string }) {
  const { word, shape, tone, meaning } = STATES[message.state];
  return (
    <tr>
      <td>
        <Time at={message.createdAt} />
      </td>
      <td>
        <Chip tone={tone} shape={shape}>
          {word}
        </Chip>
      </td>
      <td className="wrap">{meaning}</td>
      <td>{message.gateway === null ? '' : spoken(message.gateway)}</td>
      <td>
        {message.reportId !== null && (
          <Link href={`${home}/reports/${message.reportId}`}>{shortId(message.reportId)}</Link>
        )}
      </td>
      <td className="n">
        {message.heldCredits > 0 ? `${credits(message.heldCredits)} held` : credits(message.costCredits)}
      </td>
      <td>
        <Id value={message.id} name="message id" />
      </td>
    </tr>
  );
}
