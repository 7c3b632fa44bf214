// Runs in browsers too old for our modules: ES5, no build, no syntax that could fail to parse. The features
// below came with Chrome and Edge 111, Firefox 115, and Safari 16.4 (README lists the supported browsers).
/* oxlint-disable no-var -- a browser that old may not know `let` */
(function () {
  var isNewEnough =
    typeof Array.prototype.toSorted === "function" &&
    !!window.CSS &&
    typeof CSS.supports === "function" &&
    CSS.supports("color", "color-mix(in srgb, red, red)") &&
    !!window.HTMLScriptElement &&
    typeof HTMLScriptElement.supports === "function" &&
    HTMLScriptElement.supports("importmap");
  if (isNewEnough) return;
  function warn() {
    var line = document.createElement("p");
    line.id = "browser-floor";
    line.setAttribute("role", "alert");
    line.style.cssText =
      "margin:0;padding:12px 16px;background:#f2b600;color:#1a2028;font:bold 17px/1.4 sans-serif;position:relative;z-index:9;top:var(--bar,0px)";
    line.textContent =
      "This browser is too old for this page. Update it, then load the page again: iPhone and iPad need iOS 16.4 or newer " +
      "(Settings, General, Software Update), a Mac needs Safari 16.4, and everywhere else Chrome or Edge 111 or Firefox 115. " +
      "What you saved is safe.";
    document.body.insertBefore(line, document.body.firstChild);
  }
  if (document.body) warn();
  else document.addEventListener("DOMContentLoaded", warn);
})();
