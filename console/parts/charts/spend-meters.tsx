// What was spent, by product: a bar each, the largest first.
import type { Stats } from '../../api/shapes.ts';
import { bureauName, number, pounds } from '../words.ts';
import type { Colour } from './chart.tsx';
import { Meter } from './meter.tsx';

type Spend = Stats['sum']['spend'];
type Line = { name: string; fact: string; credits: number };

const SMS = 'sms-otp';
const REPORT = 'credit-report-';
const DATA: Colour[] = [1, 2, 3, 4, 5];

const productName = (code: string): string =>
  code === SMS ? 'Security codes by SMS' : bureauName(code.replace(REPORT, ''));
const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `isShort`: the bureaus as one line. */
export function SpendMeters({ spend, isShort = false }: { spend: Spend; isShort?: boolean }) {
  const lines = isShort ? shortened(spend) : spend.byProduct.map(lineOf);
  return (
    <div className="meters">
      {lines
        .filter(({ credits }) => credits > 0)
        .sort((a, b) => b.credits - a.credits)
        .map(({ name, fact, credits }, index) => (
          <Meter
            key={name}
            name={
              <>
                {name} <small>· {fact}</small>
              </>
            }
            value={pounds(credits)}
            share={credits / spend.credits}
            colour={DATA[index % DATA.length] ?? 5}
          />
        ))}
    </div>
  );
}

function lineOf({ productCode, credits, count }: Spend['byProduct'][number]): Line {
  const fact = counted(count, productCode === SMS ? 'text' : 'report');
  return { name: productName(productCode), fact: `${fact}, ${number(credits)} credits`, credits };
}

function shortened({ byProduct }: Spend): Line[] {
  const bureaus = byProduct.filter(({ productCode }) => productCode !== SMS);
  const sum = (pick: 'credits' | 'count'): number => bureaus.reduce((all, one) => all + one[pick], 0);
  const most = Math.max(0, ...bureaus.map(({ count }) => count));
  const isEven = bureaus.every(({ count }) => count === most);
  const fact = isEven
    ? `${number(most)} × ${counted(bureaus.length, 'bureau')}`
    : `${number(sum('count'))} from ${counted(bureaus.length, 'bureau')}`;
  const texts = byProduct.find(({ productCode }) => productCode === SMS);
  return [
    { name: 'Credit reports', fact, credits: sum('credits') },
    {
      name: productName(SMS),
      fact: counted(texts?.count ?? 0, 'text'),
      credits: texts?.credits ?? 0,
    },
  ];
}
