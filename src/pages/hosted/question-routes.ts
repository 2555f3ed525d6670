// The agreement, and the questions. What was answered is kept with the session; what is wrong is shown again and not kept.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SessionView } from '../../usecases/hosted/visit.ts';
import { OPEN } from '../assets.ts';
import { formOf } from '../take-forms.ts';
import { addressRoutes, asksPostcode, canFind, postcodePage, sentIn } from './address-routes.ts';
import {
  type Answers,
  type Field,
  FORMS,
  isList,
  LISTS,
  type ListId,
  QUESTION_IDS,
  type QuestionId,
  readFields,
  type Typed,
} from './answers.ts';
import { deviceOf } from './device.ts';
import { answersIn, firstUnanswered, fixedIn, isLocked, openPart } from './locked.ts';
import { consentPage, devicePage } from './pages.ts';
import { addPage, listPage, lockedPage, questionPage } from './question-pages.ts';
import { addressOf, answering, type Found, go, inState, type Room } from './room.ts';
import { visitorOf } from './visitor.ts';

export function consentRoutes(app: FastifyInstance, room: Room): void {
  const { visits } = room.needs;
  app.get(
    '/c/:id/consent',
    OPEN,
    inState(room, ['opened'], ({ view, draw, send }) => send(consentPage(draw, view.consent))),
  );

  app.post(
    '/c/:id/consent',
    OPEN,
    inState(room, ['opened'], async ({ draw, view, send }, reply, request) => {
      const form = formOf(request);
      if (form.get('choice') === 'decline') {
        const moved = await visits.decline(view);
        return go(reply, moved === null ? draw.scene.base : addressOf(moved.view));
      }
      // A press of Enter in a program that has no buttons agrees to nothing.
      if (form.get('choice') !== 'agree') return go(reply, `${draw.scene.base}/consent`);
      const deviceSessionId = await deviceOf(room, request);
      if (deviceSessionId === null) return send(devicePage(draw, 'consent'));
      const moved = await visits.agree(
        view,
        { sha256: form.get('sha256') ?? view.consent.sha256, deviceSessionId },
        visitorOf(request),
      );
      return go(reply, moved === null ? draw.scene.base : addressOf(moved.view));
    }),
  );

  app.post(
    '/c/:id/decline',
    OPEN,
    answering(room, async ({ view, draw }, reply) => {
      const moved = await visits.decline(view);
      return go(reply, moved === null ? draw.scene.base : addressOf(moved.view));
    }),
  );
}

export function questionRoutes(app: FastifyInstance, room: Room): void {
  for (const id of QUESTION_IDS) {
    if (isList(id)) listRoutes(app, room, id);
    else fieldRoutes(app, room, id);
  }
}

function fieldRoutes(app: FastifyInstance, room: Room, id: Exclude<QuestionId, ListId>): void {
  const asking = ({ draw, view }: Found) => ({ ...draw, back: neighbour(view, id, -1) });
  app.get(
    `/c/:id/${id}`,
    OPEN,
    answering(room, (found, _reply, request) => {
      const { view, draw, send } = found;
      if (isLocked(id, view.locked)) return send(lockedPage(draw, id));
      const { fields } = openPart(FORMS[id], view.locked);
      const typed = answersIn(view);
      if (id === 'address' && asksPostcode(room, found, request, typed))
        return send(postcodePage(found, id, asking(found).back));
      const canBeFound = canFind(room, view);
      return send(questionPage(asking(found), id, { typed, problems: [], fields, canBeFound }));
    }),
  );
  app.post(
    `/c/:id/${id}`,
    OPEN,
    answering(room, async (found, reply, request) => {
      const { view, draw, send } = found;
      if (isLocked(id, view.locked)) return send(lockedPage(draw, id), 409);
      const form = openPart(FORMS[id], view.locked);
      const typed = { ...pick(answersIn(view), FORMS[id].fields), ...readFields(form, sentIn(request)) };
      const problems = form.check(typed, todayOf(room));
      if (problems.length > 0)
        return send(questionPage(asking(found), id, { typed, problems, fields: form.fields }));
      return keepAndGo(room, found, reply, typed, onwards(room, found, id));
    }),
  );
  if (id === 'address')
    addressRoutes(app, room, id, (found, typed, note) =>
      found.send(questionPage(asking(found), id, { typed, problems: [], note })),
    );
}

function listRoutes(app: FastifyInstance, room: Room, id: ListId): void {
  const { key, form, max, unanswered, more } = LISTS[id];
  const path = `/c/:id/${id}`;
  const asking = ({ draw, view }: Found) => ({ ...draw, back: neighbour(view, id, -1) });
  const adding = ({ draw }: Found) => ({ ...draw, back: `${draw.scene.base}/${id}` });
  const listIn = ({ view }: Found) => answersIn(view)[key] ?? [];
  const fixedOf = ({ view }: Found) => fixedIn(view)[key] ?? [];
  const shown = (found: Found) => ({ answers: answersIn(found.view), fixed: fixedOf(found) });

  app.get(
    path,
    OPEN,
    answering(room, (found) => found.send(listPage(asking(found), id, shown(found)))),
  );
  app.post(
    path,
    OPEN,
    answering(room, async (found, reply, request) => {
      const choice = formOf(request).get('more');
      const list = listIn(found);
      const count = list.length + fixedOf(found).length;
      if (choice === 'yes' && count < max) return go(reply, `${found.draw.scene.base}/${id}/add`);
      if (choice === 'no') return keepAndGo(room, found, reply, { [key]: list }, onwards(room, found, id));
      const problem = count === 0 ? unanswered : more;
      return found.send(listPage(asking(found), id, { ...shown(found), problem }));
    }),
  );
  app.get(
    `${path}/add`,
    OPEN,
    answering(room, (found, _reply, request) =>
      found.send(
        id === 'other-addresses' && asksPostcode(room, found, request, {})
          ? postcodePage(found, id, adding(found).back)
          : addPage(adding(found), id, { typed: {}, problems: [] }),
      ),
    ),
  );
  if (id === 'other-addresses')
    addressRoutes(app, room, id, (found, typed, note) =>
      found.send(addPage(adding(found), id, { typed, problems: [], note })),
    );
  app.post(
    `${path}/add`,
    OPEN,
    answering(room, async (found, reply, request) => {
      const typed = readFields(form, sentIn(request));
      const problems = form.check(typed, todayOf(room));
      if (problems.length > 0) return found.send(addPage(adding(found), id, { typed, problems }));
      const list = listIn(found);
      // Back and Continue again, or two tabs: the same one is there already.
      const all = [...fixedOf(found), ...list];
      const isThere = all.some((one) => JSON.stringify(one) === JSON.stringify(typed));
      const next = isThere || all.length >= max ? list : [...list, typed];
      return keepAndGo(room, found, reply, { [key]: next }, () => `${found.draw.scene.base}/${id}`);
    }),
  );
  app.post(
    `${path}/remove`,
    OPEN,
    answering(room, async (found, reply, request) => {
      const index = Number(formOf(request).get('index') ?? -1);
      const next = listIn(found).filter((_one, at) => at !== index);
      return keepAndGo(room, found, reply, { [key]: next }, () => `${found.draw.scene.base}/${id}`);
    }),
  );
}

async function keepAndGo(
  room: Room,
  { view }: Found,
  reply: FastifyReply,
  typed: Answers,
  next: (answers: Answers) => string,
) {
  const answers: Answers = { ...answersIn(view), ...typed };
  const path = next(answers);
  const moved = await room.needs.visits.keep(view, { ...answers, at: path.split('/').at(-1) });
  if (moved === null) return go(reply, `/c/${view.sessionId}`);
  return go(reply, moved.kind === 'done' ? path : addressOf(moved.view));
}

export const todayOf = ({ needs }: Room): string => new Date(needs.nowMs()).toISOString().slice(0, 10);

/** The next question; once all are answered, a change leads back to the summary. */
function onwards(room: Room, { view, draw }: Found, id: QuestionId) {
  return (answers: Answers): string =>
    firstUnanswered(answers, todayOf(room), view.locked) === null
      ? `${draw.scene.base}/check`
      : neighbour(view, id, 1);
}

/** The question before or after this one, without those that are locked. */
function neighbour({ sessionId, locked }: SessionView, id: QuestionId, step: -1 | 1): string {
  const asked = QUESTION_IDS.filter((one) => !isLocked(one, locked));
  const other = asked[asked.indexOf(id) + step];
  return other === undefined ? `/c/${sessionId}${step === 1 ? '/check' : ''}` : `/c/${sessionId}/${other}`;
}

const pick = (answers: Answers, fields: readonly Field[]): Typed =>
  Object.fromEntries(fields.map((field) => [field, answers[field]]));
