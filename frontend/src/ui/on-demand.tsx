import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component in its own chunk that is rendered as soon as the chunk has loaded, with a placeholder until then. For
 * dialogs and menus that the user opens: React waits 300 ms between revealing two suspended boundaries, which the
 * user would notice. A chunk that fails to load triggers the nearest error boundary.
 */
export function onDemand<Props extends object>(
  load: Load<Props>,
  placeholder?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [Drawn, setDrawn] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly cause: unknown }>();
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (chunk) => {
          loaded = chunk.default;
          setDrawn(() => loaded);
        },
        (cause: unknown) => setFailure({ cause }),
      );
    }, []);
    if (failure !== undefined) throw failure.cause;
    return Drawn === undefined ? placeholder?.(props) : <Drawn {...props} />;
  };
}
