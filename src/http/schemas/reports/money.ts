// An amount of money.
import { Type } from 'typebox';
import { named } from '../common.ts';

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In the smallest unit of the currency: pence for GBP.' }),
    currency: Type.String({ description: 'Currency code.' }),
  },
  named('Money'),
);
