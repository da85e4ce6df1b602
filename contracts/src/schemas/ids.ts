import { z } from 'zod';
import {
  type ApprovalId,
  type CaseId,
  ledgerIdPattern,
  type MemberId,
  type OrderId,
  type TradeId,
} from '../ids.ts';

const ledgerId = z.string().regex(ledgerIdPattern);

export const orderIdSchema = ledgerId.transform((text) => text as OrderId);
export const tradeIdSchema = ledgerId.transform((text) => text as TradeId);
export const caseIdSchema = ledgerId.transform((text) => text as CaseId);
export const approvalIdSchema = ledgerId.transform((text) => text as ApprovalId);
export const memberIdSchema = ledgerId.transform((text) => text as MemberId);
