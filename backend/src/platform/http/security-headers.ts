import helmet from 'koa-helmet';

const self = ["'self'"];
const none = ["'none'"];

/** Headers of every response. The policy is as strict as the web client allows. */
export const securityHeaders = () =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: self,
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        workerSrc: self,
        formAction: self,
        imgSrc: ["'self'", 'data:', 'blob:'],
        baseUri: none,
        frameAncestors: none,
        objectSrc: none,
      },
    },
  });
