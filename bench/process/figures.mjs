// The figures of the bench that the command line names. It runs while this module is loaded, since the code that it
// measures loads other modules as it goes.
const [name, size] = process.argv.slice(2)
const { bench } = await import(`../${name}.bench.ts`)
export const figures = await bench(size === 'full')
