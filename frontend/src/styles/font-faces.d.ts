declare module '*.css?faces=common';
declare module '*.css?faces=rare';
