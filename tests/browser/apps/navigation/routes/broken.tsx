export default () => {
  throw new Error('broken')
}
