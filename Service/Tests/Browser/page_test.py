"""The page in a real browser, as a person uses it.

Usage: page_test.py SERVICE PERSONSTORE [FOLDER for screenshots]
"""
import contextlib, json, os, re, subprocess, sys, tempfile, urllib.request

from playwright.sync_api import expect, sync_playwright

service, personstore = sys.argv[1:3]
pictures = sys.argv[3] if len(sys.argv) > 3 else None


class Site:
    """A service of its own on a free port, with a few people."""

    def __init__(self, folder):
        database = os.path.join(folder, "people.db")
        subprocess.run([personstore, "seed", "--count", "600", "--seed", "1", "--locale", "en,de,ar",
                        "--db", database], check=True, capture_output=True)
        self.process = subprocess.Popen([service, "--db", database, "--port", "0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if line.startswith("http"):
                self.url = line.strip()
                break

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def end(self):
        self.process.terminate()
        assert self.process.wait(20) == 0, "the service did not stop well"


def people(page, site):
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    expect(page.locator(".letters button").first).to_contain_text("600")
    # A letter, a search, and the address bar that holds both.
    page.get_by_role("button", name=re.compile(r"^M \d")).click()
    expect(page.locator(".rows li").first).to_contain_text(re.compile("^M"))
    expect(page.locator(".rows li")).not_to_have_count(200)
    all_of_letter = page.locator(".rows li").count()
    page.get_by_role("searchbox").fill("ma")
    expect(page).to_have_url(re.compile("letter=M&search=ma"))
    expect(page.locator(".rows li")).not_to_have_count(all_of_letter)
    count = page.locator(".rows li").count()
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value("ma")
    expect(page.locator(".rows li")).to_have_count(count)
    page.get_by_role("searchbox").fill("nobody has this name")
    expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
    # More people follow at the end of the list.
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    page.locator(".rows").evaluate("rows => rows.scrollTop = rows.scrollHeight")
    expect(page.locator(".rows li")).to_have_count(600)


def person(page, site):
    page.goto(site.url)
    page.get_by_role("button", name="New").click()
    expect(page.get_by_label("Given name")).to_be_focused()
    page.get_by_label("Given name").fill("")
    page.get_by_label("Age", exact=True).fill("-1")
    page.get_by_label("E-mail").fill("x")
    page.get_by_role("button", name="Add", exact=True).click()
    # Each field has its own error.
    expect(page.locator("#person-name-error")).to_have_text("must not be empty")
    expect(page.locator("#person-age-error")).to_have_text("must not be negative")
    expect(page.locator("#person-email-error")).to_contain_text("must be an address")
    expect(page.get_by_label("Given name")).to_be_focused()
    markup = "<img src=x onerror=alert(1)>"
    page.get_by_label("Given name").fill(markup)
    page.get_by_label("Surname", exact=True).fill("Aaa")
    page.get_by_label("Age", exact=True).fill("7")
    page.get_by_label("E-mail").fill("")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.locator(".rows li").first
    expect(row).to_contain_text("Aaa, " + markup)
    assert page.locator("img").count() == 0
    # The small editor: the label follows, and nothing is stored before Save.
    name = page.get_by_label("Given name")
    name.fill("Ada")
    page.get_by_role("button", name="Reverse").click()
    expect(page.locator("h2")).to_have_text("adA Aaa")
    page.get_by_role("button", name="Uppercase").click()
    expect(page.locator("h2")).to_have_text("ADA Aaa")
    page.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Aaa, ADA")
    # Somebody else changes the same person.
    identifier = int(re.search(r"person=(\d+)", page.url).group(1))
    page.get_by_label("Age", exact=True).fill("8")
    site.send("PATCH", f"/api/people/{identifier}", {"age": 70})
    expect(row).to_contain_text("70 years")
    expect(page.get_by_label("Age", exact=True)).to_have_value("8")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Somebody else has changed this person")
    expect(page.get_by_role("alert")).to_contain_text("70")
    page.get_by_role("button", name="Save mine").click()
    expect(row).to_contain_text("8 years")
    # Deleted, undone, deleted.
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("h2")).to_have_text("ADA Aaa")
    page.get_by_role("button", name="Delete").click()
    expect(row).not_to_contain_text("Aaa", timeout=15000)


def live(page, site):
    page.goto(site.url + "/?search=zzyzx")
    expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
    stored = site.send("POST", "/api/people", {"name": "Zzyzx", "surname": "Road", "age": 1})
    expect(page.locator(".rows li")).to_have_count(1)
    expect(page.locator(".rows li.changed")).to_have_count(1)
    site.send("DELETE", f"/api/people/{stored['id']}")
    expect(page.locator(".rows li")).to_have_count(0)


def keyboard(page, site):
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "search":
            break
    page.keyboard.type("smith")
    expect(page.locator(".rows li").first).to_contain_text("Smith")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_contain_text("Smith")


def ask(page, site):
    page.goto(site.url + "/ask")
    expect(page.locator(".plan li")).to_have_count(4)
    expect(page.locator("svg.bars rect").first).to_be_visible()
    chain = page.get_by_label("A chain, as in Swift")
    chain.fill("where { $0.agee < 30 }")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("alert")).to_contain_text("did you mean age?")
    expect(page.get_by_role("alert")).to_contain_text("^^^^")
    chain.fill("where { inMemory($0.age > 30) }.select { ($0.name, $0.age) }.take(3)")
    chain.press("Control+Enter")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator(".plan li.memory").first).to_contain_text("memory")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("SQL and memory give the same result.")).to_be_visible()
    # A link holds the chain; a live result follows the store.
    chain.fill("count()")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("td")).to_have_text("600")
    page.reload()
    expect(page.locator("td")).to_have_text("600")
    page.get_by_label("Live").check()
    stored = site.send("POST", "/api/people", {"name": "One", "surname": "More", "age": 1})
    expect(page.locator("td")).to_have_text("601")
    site.send("DELETE", f"/api/people/{stored['id']}")
    expect(page.locator("td")).to_have_text("600")


def names(page, site):
    """Everything that can be operated has a name, and the contrast is enough."""
    for path in ["/", "/?search=smith", "/ask"]:
        page.goto(site.url + path)
        page.wait_for_selector(".rows li, .plan li")
        unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, textarea, a')]
          .filter((element) => !(element.textContent.trim() || element.getAttribute('aria-label')
            || element.labels?.length)).map((element) => element.outerHTML)""")
        assert unnamed == [], unnamed
        low = page.evaluate("""() => {
          const channel = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map(Number);
            return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
          const ground = (element) => { for (; element; element = element.parentElement) {
            const color = getComputedStyle(element).backgroundColor;
            if (!/, 0\\)$/.test(color) && color !== 'transparent') return color; } return 'rgb(255, 255, 255)'; };
          return [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility()
            && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
            && !element.classList.contains('skip') && !element.closest('svg')).filter((element) => {
              const [one, two] = [light(getComputedStyle(element).color), light(ground(element))].sort().reverse();
              return (one + 0.05) / (two + 0.05) < 4.5; }).map((element) => element.outerHTML.slice(0, 120)).slice(0, 5); }""")
        assert low == [], low


def main():
    failures = []
    expect.set_options(timeout=20_000)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        site = Site(folder)
        for test in [people, person, live, keyboard, ask, names]:
            for scheme in ["light", "dark"] if test is names else ["light"]:
                page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)
                errors, hosts = [], set()
                page.on("pageerror", lambda error: errors.append(str(error)))
                page.on("console", lambda line: errors.append(line.text) if line.type == "error"
                        and "Failed to load resource" not in line.text else None)
                page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
                try:
                    test(page, site)
                    assert errors == [], errors
                    assert hosts == {site.url.split("/")[2]}, hosts
                    print(f"passed {test.__name__} ({scheme})", flush=True)
                except Exception as error:
                    failures.append(test.__name__)
                    print(f"FAILED {test.__name__} ({scheme}): {error}", flush=True)
                page.close()
        if pictures:
            for name, width, scheme in [("light", 1280, "light"), ("dark", 1280, "dark"),
                                        ("phone", 360, "light"), ("wide", 3000, "light")]:
                page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                for path in ["", "ask"]:
                    page.goto(f"{site.url}/{path}")
                    page.wait_for_selector(".rows li, .plan li")
                    page.wait_for_timeout(300)
                    page.screenshot(path=os.path.join(pictures, f"{name}-{path or 'people'}.png"))
                page.close()
        browser.close()
        site.end()
    sys.exit(1 if failures else 0)


main()
