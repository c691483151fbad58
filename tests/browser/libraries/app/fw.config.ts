export default { title: 'Libraries' }
