// The start and the four questions. What was typed is kept whether it was right or not.
import type { FastifyInstance } from 'fastify';
import { OPEN } from '../assets.ts';
import { sendPage } from '../layout.ts';
import { type Answers, type FieldProblem, QUESTIONS, type Question, readFields } from './answers.ts';
import { formOf, go } from './moves.ts';
import { type Example, noCredentialPage, startPage } from './pages.ts';
import { questionPage } from './question-pages.ts';
import type { Room } from './room.ts';
import type { Session } from './sessions.ts';

export function startRoutes(app: FastifyInstance, room: Room): void {
  const { show, sessions, needs } = room;

  app.get('/demo', OPEN, async (_request, reply) =>
    sendPage(
      reply,
      needs.credential() === null
        ? noCredentialPage(show)
        : startPage(show, needs.organisation, needs.examples),
    ),
  );

  app.post('/demo/example', OPEN, async (request, reply) => {
    const index = Number(formOf(request).get('example'));
    const example = needs.examples[index];
    if (example === undefined) return go(reply, '/demo');
    const session = sessions.find(request) ?? sessions.begin(reply);
    session.answers = answersOf(example, index);
    session.stage = { kind: 'asking' };
    return go(reply, '/demo/check');
  });
}

export function questionRoutes(app: FastifyInstance, { show, sessions, today }: Room): void {
  for (const question of QUESTIONS) {
    const address = `/demo/${question.id}`;
    const page = (session: Session | null, answers: Answers, problems: FieldProblem[]) => {
      const back = session?.hasSeenSummary ? '/demo/check' : neighbour(question, -1);
      return questionPage(show, { id: question.id, back, answers, problems });
    };

    app.get(address, OPEN, async (request, reply) => {
      const session = sessions.find(request);
      return sendPage(reply, page(session, session?.answers ?? {}, []));
    });

    app.post(address, OPEN, async (request, reply) => {
      const session = sessions.find(request) ?? sessions.begin(reply);
      Object.assign(session.answers, readFields(question, formOf(request)));
      const problems = question.check(session.answers, today());
      if (problems.length > 0) return sendPage(reply, page(session, session.answers, problems));
      return go(reply, session.hasSeenSummary ? '/demo/check' : neighbour(question, 1));
    });
  }
}

function neighbour(question: Question, step: -1 | 1): string {
  const other = QUESTIONS[QUESTIONS.indexOf(question) + step];
  if (other !== undefined) return `/demo/${other.id}`;
  return step === 1 ? '/demo/check' : '/demo';
}

/** Each has their own number from the range reserved for fiction: rate limits are by number, and people who share one look odd. */
function answersOf(example: Example, index: number): Answers {
  const { firstName, lastName, dateOfBirth, address } = example;
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  return {
    firstName,
    lastName,
    day: String(Number(day)),
    month: String(Number(month)),
    year,
    flat: address.subBuildingName ?? '',
    building: [address.buildingName, address.buildingNumber].filter(Boolean).join(', '),
    street: address.thoroughfare ?? '',
    town: address.townOrCity,
    postcode: address.postcode,
    mobile: example.mobileNumber ?? `07700 900 ${982 - (index % 800)}`,
  };
}
