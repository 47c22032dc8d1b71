import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Of every page, inline: a page is whole with one request, also for whoever may see nothing but the sign-in form. */
export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--surface:#fff;--text:#1b1f24;--muted:#525b66;--line:#d5dae0;--link:#0a55a6;--focus:#0a55a6;
--ok:#14632b;--ok-bg:#e2f4e7;--bad:#a00d24;--bad-bg:#fde9ea;--warn:#744800;--warn-bg:#fff1cf;--busy:#0b4a93;--busy-bg:#e4effd;--dim:#454d57;--dim-bg:#e9ecf0}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--surface:#161b22;--text:#e6edf3;--muted:#a3adb8;--line:#323a44;--link:#79b8ff;--focus:#79b8ff;
--ok:#7ddf97;--ok-bg:#122b1b;--bad:#ffa3a6;--bad-bg:#43171b;--warn:#f3c969;--warn-bg:#382a06;--busy:#93c7ff;--busy-bg:#11294a;--dim:#b6bfc9;--dim-bg:#262d36}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;line-height:1.3;margin:2rem 0 .75rem}
h3,h4{font-size:1rem;margin:1.5rem 0 .25rem;overflow-wrap:anywhere}
h3+p.small,h4+p.small{margin:0 0 .5rem}
p{margin:.25rem 0 .75rem}
code,.mono{font:.92em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere;unicode-bidi:isolate}
bdi{overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem;top:0;background:var(--surface);padding:.75rem 1rem;z-index:9}
.skip:focus{left:0}
.top{background:var(--surface);border-bottom:1px solid var(--line)}
.bar{max-width:84rem;margin:0 auto;padding:.5rem 1rem;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem}
.brand{font-weight:700;color:var(--text);text-decoration:none;display:inline-flex;align-items:center;gap:.5rem;min-height:2.5rem}
.bar nav{display:flex;gap:.25rem}
.bar nav a{display:inline-flex;align-items:center;min-height:2.5rem;padding:0 .6rem;text-decoration:none;color:var(--muted);border-bottom:3px solid transparent}
.bar nav a[aria-current]{color:var(--text);border-color:var(--link);font-weight:600}
.bar form{margin-left:auto}
main,footer{max-width:84rem;margin:0 auto;padding:1.25rem 1rem;overflow-wrap:anywhere}
main:focus{outline:none}
footer{color:var(--muted);font-size:.87rem}
.muted{color:var(--muted)}
.small{font-size:.87rem}
.crumbs{font-size:.87rem;color:var(--muted);margin:0 0 .5rem}
.pill{display:inline-flex;align-items:center;gap:.35em;border-radius:1em;padding:.05rem .6rem .05rem .45rem;font-size:.9rem;font-weight:600;white-space:nowrap;color:var(--dim);background:var(--dim-bg)}
.pill svg,.icon{width:.95em;height:.95em;flex:none}
.ok{color:var(--ok);background:var(--ok-bg)}.bad,.remove{color:var(--bad);background:var(--bad-bg)}.warn{color:var(--warn);background:var(--warn-bg)}.busy,.add,.edit{color:var(--busy);background:var(--busy-bg)}.dim,.idle{color:var(--dim);background:var(--dim-bg)}
.pill.quiet{background:none;padding-left:0;padding-right:0;font-weight:500}
.pills{display:flex;flex-wrap:wrap;gap:.4rem;margin:.5rem 0}
.note{border-left:4px solid var(--line);background:var(--surface);padding:.6rem .9rem;margin:.75rem 0;overflow-wrap:anywhere}
.note.bad,.note.warn,.note.busy,.note.ok{border-color:currentColor}
.note a{color:inherit}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:6px}
.tiles{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:1rem 0;padding:0}
.tiles a{display:flex;align-items:baseline;gap:.45rem;min-height:2.5rem;padding:.4rem .85rem;background:var(--surface);border:1px solid var(--line);border-radius:6px;text-decoration:none;color:var(--text)}
.tiles b{font-size:1.15rem;font-variant-numeric:tabular-nums}
.tiles a[aria-current]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
.tiles a.bad{color:var(--bad);background:var(--bad-bg)}.tiles a.warn{color:var(--warn);background:var(--warn-bg)}
.tiles a.bad,.tiles a.warn{border-color:currentColor}
.filter .row{display:flex;flex:1 1 100%;gap:.6rem;align-items:end}
.filter details{flex:1 1 100%}
.filter details>div{display:flex;flex-wrap:wrap;gap:.6rem;padding:.5rem 0}
summary{cursor:pointer;color:var(--link);min-height:1.75rem}
.filter{display:flex;flex-wrap:wrap;align-items:end;gap:.6rem;margin:1rem 0}
.filter label,.sign label{display:block;font-size:.87rem;color:var(--muted)}
input,select,button,.button{font:inherit;color:var(--text);background:var(--surface);border:1px solid var(--muted);border-radius:5px;min-height:2.5rem;padding:.3rem .65rem;max-width:100%}
button,.button{cursor:pointer;justify-content:center;font-weight:600;text-decoration:none;display:inline-flex;align-items:center}
.plain{border:0;background:none;color:var(--muted);font-weight:400}
.grow{flex:1 1 14rem}.grow input{width:100%}
table{width:100%;border-collapse:collapse;text-align:left}
th,td{padding:.55rem .75rem;vertical-align:top;border-top:1px solid var(--line);overflow-wrap:anywhere}
thead th{border-top:0;font-size:.82rem;font-weight:600;color:var(--muted);white-space:nowrap}
tbody th{font-weight:600}
td.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.nowrap,time{white-space:nowrap}th .small{font-weight:400}
.mark{box-shadow:inset 4px 0 0 transparent}
.mark.is-bad{box-shadow:inset 4px 0 0 var(--bad)}.mark.is-warn{box-shadow:inset 4px 0 0 var(--warn)}.mark.is-busy{box-shadow:inset 4px 0 0 var(--busy)}.mark.is-dim{box-shadow:inset 4px 0 0 var(--dim)}
.apps .why{width:38%}.apps .dest{min-width:10.5rem}.apps tbody th{min-width:9rem}
.pages{display:flex;gap:.75rem;align-items:center;margin:1rem 0}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:.75rem 0}
dl.facts dt{color:var(--muted)}dl.facts dd{margin:0;overflow-wrap:anywhere}
ul.list{margin:.25rem 0 .75rem;padding-left:1.2rem}
ul.list li{margin:.15rem 0;overflow-wrap:anywhere}
.tree,.tree ul{list-style:none;margin:0;padding:0}
.tree{padding:.4rem .75rem}
.tree ul{margin-left:.55rem;padding-left:.9rem;border-left:1px solid var(--line)}
.tree .row{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .6rem;padding:.28rem 0}
.tree .name{flex:1 1 16rem;min-width:0;overflow-wrap:anywhere}
.tree .said{flex:1 1 100%;color:var(--muted);font-size:.87rem;overflow-wrap:anywhere}
.kind{color:var(--muted)}
.sha{white-space:nowrap}
.more{padding:.5rem .75rem;margin:0}
.waves{display:flex;gap:.5rem;overflow-x:auto;list-style:none;margin:.5rem 0 1rem;padding:.25rem .25rem .75rem}
.waves>li{flex:0 0 auto;width:13.5rem;background:var(--surface);border:1px solid var(--line);border-radius:6px;position:relative}
.waves>li+li{margin-left:.9rem}
.waves>li+li:before{content:"";position:absolute;left:-1.2rem;top:1.1rem;width:1rem;border-top:2px solid var(--muted)}
.waves>li.now{border-color:var(--busy);box-shadow:0 0 0 1px var(--busy)}
.waves h3{margin:0;padding:.45rem .7rem;font-size:.9rem;border-bottom:1px solid var(--line)}
.waves ul{list-style:none;margin:0;padding:.4rem .7rem}
.waves ul li{display:flex;gap:.4rem;align-items:baseline;margin:.2rem 0;font-size:.87rem;overflow-wrap:anywhere;min-width:0}
.waves ul li>span:last-child{min-width:0}
.tone-ok{color:var(--ok)}.tone-bad{color:var(--bad)}.tone-warn{color:var(--warn)}.tone-busy{color:var(--busy)}.tone-dim,.tone-idle{color:var(--dim)}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.sign{max-width:26rem;margin:3rem auto;padding:1.5rem}
.sign input{width:100%;margin:.25rem 0 1rem}
@media (max-width:56rem){
body{font-size:16px}
h1{font-size:1.3rem}
.bar form{margin-left:0}
.cards{border:0;background:none}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards,.cards tbody{display:block}
.cards tr{display:flex;flex-wrap:wrap;gap:.15rem .6rem;background:var(--surface);border:1px solid var(--line);border-radius:6px;margin:0 0 .6rem;padding:.65rem .85rem}
.cards th,.cards td{border:0;padding:0}
.cards tbody th,.cards .wide{flex:1 1 100%}
.cards td[data-label]{font-size:.87rem}
.cards td[data-label]:before{content:attr(data-label) " ";color:var(--muted)}
.cards td:empty,.cards tr.calm .why{display:none}
.panel.holds-cards{border:0;background:none}
dl.facts{gap:.3rem .8rem}
.filter details>div>*{flex:1 1 9rem}.filter select{width:100%}.apps .dest,.apps tbody th{min-width:0}
.waves{flex-direction:column;overflow:visible}
.waves>li{width:auto}
.waves>li+li{margin-left:0;margin-top:.9rem}
.waves>li+li:before{left:1.4rem;top:-1.2rem;width:0;height:1.05rem;border-top:0;border-left:2px solid var(--muted)}
.tree .name{flex-basis:100%}
}
@media (forced-colors:active){.pill,.tiles a,.waves>li{border:1px solid}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`

/** Of the `<style>` element, for the policy that lets no other one pass. */
export const styleSource: string = `'sha256-${base64(sha256(utf8ToBytes(style)))}'`

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
