// What the consumer's pages and the widget load: style sheets, scripts, the tenant's colour.
import type { FastifyInstance } from 'fastify';
import { consumerScript, widgetScript } from '../../../web/build.mjs';
import { isColour, PAGE_DARK, PAGE_LIGHT } from '../../domain/hosted/branding.ts';
import { documentOf, FOR_GOOD, once, sendDocument } from '../../html/document.ts';
import { type Assets, OPEN, readAssets, serveAssets } from '../assets.ts';

/** Without a script in a preview. */
export type ConsumerAssets = Assets<'baseCss' | 'consumerCss' | 'icon'> & { consumerJs: string | null };

/** Read once, for the pages and for their preview. */
export const consumerAssets = once(() =>
  readAssets('/c/assets', ['baseCss', 'consumerCss', 'icon'], {
    consumerJs: { file: 'consumer.js', bytes: Buffer.from(consumerScript()) },
  }),
);

const AN_HOUR = 'public, max-age=3600';

export function serveConsumerAssets(app: FastifyInstance): ConsumerAssets {
  const widget = once(() => documentOf('text/javascript; charset=utf-8', widgetScript()));
  app.get('/widget.js', OPEN, async (request, reply) => sendDocument(request, reply, widget(), AN_HOUR));
  // The address says it all: a style sheet of two colours, whoever's they are.
  app.get('/c/colours/:light/:dark', OPEN, async (request, reply) => {
    const { light, dark } = request.params as { light: string; dark: string };
    const [one, other] = [`#${light}`, `#${dark}`];
    if (!isColour(one) || !isColour(other)) return reply.code(404).send();
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', FOR_GOOD)
      .send(colourSheet(one, other));
  });
  return serveAssets(app, consumerAssets());
}

export function colourPath({ light, dark }: { light: string; dark: string }): string {
  return `/c/colours/${light.slice(1)}/${dark.slice(1)}`;
}

function colourSheet(light: string, dark: string): string {
  const rule = (accent: string, on: string) =>
    `:root{--accent:${accent};--accent-hover:${accent};--on-accent:${on}}`;
  return `${rule(light, PAGE_LIGHT)}\n@media (prefers-color-scheme: dark){${rule(dark, PAGE_DARK)}}\n`;
}
