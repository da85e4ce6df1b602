import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Goes where a pressed web push leads, and tells the worker that it does: no second window is opened then. */
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
