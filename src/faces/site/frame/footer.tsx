import { brand, yearSlot } from "#platform/config/brand.ts";

// In the browser the slot is already replaced, so a part first rendered there uses the clock.
const year = () => (typeof document === "undefined" ? yearSlot : String(new Date().getFullYear()));

export function Footer() {
  return (
    <footer className="page-footer">
      <div className="page">
        <div>
          <p>
            © <span suppressHydrationWarning>{year()}</span> {brand}
          </p>
          {/* Shown by the server when the browser sends Sec-GPC, and by page-views.ts when only scripts
              can tell. */}
          <p data-opt-out="" hidden suppressHydrationWarning>
            Opt-out request honored
          </p>
        </div>
        <nav aria-label="Footer">
          <ul>
            <li>
              <a href="/terms">Terms of Service</a>
            </li>
            <li>
              <a href="/privacy">Privacy Policy</a>
            </li>
            <li>
              <a href="/contact">Contact</a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
