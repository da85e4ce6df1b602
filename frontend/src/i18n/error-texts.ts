import { type ErrorCode, errorTextOf } from '@matgyo/contracts/errors/index';
import { useTexts } from './index.ts';

/** The catalogue's sentence for a rule that was broken here, before anything was sent: the same the server would say. */
export function useErrorTexts(): (code: ErrorCode) => string {
  const { language } = useTexts();
  return (code) => errorTextOf(code)[language];
}
