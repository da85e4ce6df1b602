declare module '*?language=ko' {
  const texts: object;
  export default texts;
}
declare module '*?language=en' {
  const texts: object;
  export default texts;
}
