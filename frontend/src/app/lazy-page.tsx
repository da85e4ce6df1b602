import { type ComponentType, createElement, lazy, type ReactElement, useState } from 'react';
import type { RouteObject } from 'react-router-dom';
import { type TextPart, withTexts } from '../i18n/index.ts';
import type { Load } from '../ui/on-demand.tsx';

/**
 * A route's page in its own chunk; its handle loads it before rendering. A loaded page renders at once: React's lazy
 * alone would suspend again, 300 ms per nested shell. While another loads, the previous page stays.
 */
export function page<Props extends object>(fetchChunk: Load<Props>, props = {} as Props) {
  let here: ComponentType<Props> | undefined;
  const load: Load<Props> = async () => {
    const chunk = await fetchChunk();
    here = chunk.default;
    return chunk;
  };
  const Awaited = lazy(load);
  function Page() {
    const [Drawn] = useState(() => here ?? Awaited);
    return createElement<Props>(Drawn, props);
  }
  return { element: <Page />, handle: (): Promise<unknown> => load() };
}

export const pageWithTexts = (part: TextPart, fetchChunk: Load<object>) =>
  page(() => withTexts(part, fetchChunk()));

/** The pages at these paths, or what else is shown there. */
export const at = (paths: Readonly<Record<string, ReactElement | ReturnType<typeof page>>>): RouteObject[] =>
  Object.entries(paths).map(([path, shown]) =>
    'handle' in shown ? { path, ...shown } : { path, element: shown },
  );
