import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens the target of a clicked web push, and answers the worker, so that it opens no second window. */
export function useOpenedFromPush(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent) => {
      const path: unknown = data?.open;
      if (typeof path !== 'string' || !path.startsWith('/notification?')) return;
      ports[0]?.postMessage('taken');
      void navigate(path);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [navigate]);
}
