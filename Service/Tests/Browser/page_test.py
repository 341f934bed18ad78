"""The page in a real browser, as a person uses it.

Usage: page_test.py SERVICE PERSONSTORE [FOLDER for screenshots]
"""
import hashlib, json, os, re, subprocess, sys, tempfile, urllib.request

from playwright.sync_api import expect, sync_playwright

service, personstore = sys.argv[1:3]
pictures = sys.argv[3] if len(sys.argv) > 3 else None


# A view is there when one of these is.
ready = ".rows li, .plan li, .drop, .store dl"
tokens = {"read": "token-to-read", "write": "token-to-write", "admin": "token-of-an-administrator"}


class Site:
    """A service of its own on a free port, with a few people. Options are those of the service."""

    def __init__(self, folder, *options):
        os.makedirs(folder)
        database = os.path.join(folder, "people.db")
        subprocess.run([personstore, "seed", "--count", "600", "--seed", "1", "--locale", "en,de,ar",
                        "--db", database], check=True, capture_output=True)
        self.process = subprocess.Popen([service, "--db", database, "--port", "0", *options],
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


def attributes(page, site):
    """An age may be unknown; what else is known is edited in rows, and sent as it came otherwise."""
    markup = "<img src=x onerror=alert(1)>"
    texts = {"constructor": "x", "b\nb": "one\r\ntwo", markup: markup, "z": "9"}
    stored = site.send("POST", "/api/people", {"name": "Una", "surname": "Aaab", "attributes": texts})
    page.goto(site.url + f"/?search=aaab&person={stored['id']}")
    names, values = page.get_by_label("Name of the attribute"), page.get_by_label("Value of the attribute")
    current = lambda: site.send("GET", f"/api/people/{stored['id']}")
    save = page.get_by_role("button", name="Save", exact=True)
    saved = lambda: expect(page.get_by_text("Saved.").first).to_be_visible()
    expect(names).to_have_count(4)
    expect(page.get_by_label("Age", exact=True)).to_have_value("")
    assert page.locator("img").count() == 0
    # Nothing changes that nobody has changed.
    page.get_by_label("Given name").fill("Ula")
    save.click()
    expect(page.locator(".rows li")).to_contain_text("Ula")
    assert current()["attributes"] == texts and current()["age"] is None, current()
    # A row is added by keyboard, one is changed, one is taken away.
    page.get_by_role("button", name="Add an attribute").focus()
    page.keyboard.press("Enter")
    expect(names.last).to_be_focused()
    page.keyboard.type("z")
    page.keyboard.press("Tab")
    page.keyboard.type("Whig")
    save.click()
    expect(page.get_by_text("This name is there twice.")).to_be_visible()
    expect(names.last).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    save.click()
    expect(page.get_by_text("A name is needed.")).to_be_visible()
    names.last.fill("party")
    # Somebody else's change of an attribute is shown, and not overwritten.
    site.send("PATCH", f"/api/people/{stored['id']}", {"attributes": {"z": "10"}})
    save.click()
    conflict = page.get_by_role("alert").filter(has_text="Somebody else has changed this person")
    expect(conflict.get_by_text("z: 10")).to_be_visible()
    expect(conflict.get_by_text("party: –")).to_be_visible()
    page.get_by_label("Remove the attribute").nth(0).click()
    expect(names).to_have_count(4)
    page.get_by_role("button", name="Save mine").click()
    expect(conflict).to_be_hidden()
    expect(names).to_have_count(4)
    left = {name: text for name, text in texts.items() if name != markup}
    assert current()["attributes"] == {**left, "party": "Whig"}, current()
    # What the service refuses is said at its row.
    page.route("**/api/people/*", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body=json.dumps({"title": "x", "errors": [
            {"field": "attributes.party", "reason": "must not contain a NUL"}]}))
        if route.request.method == "PUT" else route.fallback())
    page.get_by_label("Age", exact=True).fill("7")
    save.click()
    expect(page.get_by_text("must not contain a NUL")).to_be_visible()
    page.unroute("**/api/people/*")
    # Half a number is not the same as none.
    page.get_by_label("Age", exact=True).focus()
    page.keyboard.type("e")
    save.click()
    expect(page.locator("#person-age-error")).to_have_text("A whole number, or nothing.")
    page.get_by_label("Age", exact=True).fill("7")
    save.click()
    expect(page.locator(".rows li")).to_contain_text("7 years")
    assert current()["age"] == 7
    page.get_by_label("Age", exact=True).fill("")
    save.click()
    expect(page.locator(".rows li")).not_to_contain_text("years")
    assert current()["age"] is None
    # A change elsewhere appears in the form that nobody has changed.
    page.locator("main").focus()
    site.send("PATCH", f"/api/people/{stored['id']}", {"attributes": {"z": "11"}})
    expect(values.last).to_have_value("11")
    site.send("DELETE", f"/api/people/{stored['id']}")


def columns(page, site):
    """The list shows the columns that were chosen, also after a reload."""
    stored = site.send("POST", "/api/people", {
        "name": "Una", "surname": "Aaac", "age": 1, "email": "una@example.net",
        "attributes": {"party": "Whig", "email": "none"}})
    page.goto(site.url + "/?search=aaac")
    row, choice = page.locator(".rows li"), page.get_by_role("group", name="Columns")
    expect(row).to_contain_text("una@example.net")
    expect(row).to_contain_text("1 year")
    expect(row).not_to_contain_text("Whig")
    open_choice = page.get_by_role("button", name="Columns")
    open_choice.focus()
    page.keyboard.press("Enter")
    expect(open_choice).to_have_attribute("aria-expanded", "true")
    choice.get_by_label("party").check()
    choice.get_by_label("Number (id)").check()
    choice.get_by_label("E-mail").uncheck()
    choice.get_by_label("Age").uncheck()
    for _ in range(2):
        expect(row).to_contain_text("Whig")
        expect(row).to_contain_text(str(stored["id"]))
        expect(row).not_to_contain_text("una@example.net")
        expect(row).not_to_contain_text("year")
        expect(page.locator(".heads bdi")).to_have_text(["party", "Number (id)"])
        page.reload()
    # Attributes of people who are not in the list are offered too.
    far = site.send("POST", "/api/people", {"name": "Far", "surname": "Zzz", "attributes": {"far away": "x"}})
    open_choice.click()
    expect(choice.get_by_label("far away")).to_be_visible()
    open_choice.click()
    site.send("DELETE", f"/api/people/{far['id']}")
    # The order is that of the choice; a value stands under its title.
    edges = page.evaluate("""() => [...document.querySelectorAll('.heads bdi, .rows li .cell')]
      .map((cell) => Math.round(cell.getBoundingClientRect().left))""")
    assert edges[:2] == edges[2:], edges
    # What changes elsewhere changes here.
    site.send("PATCH", f"/api/people/{stored['id']}", {"attributes": {"party": "Tory"}})
    expect(row).to_contain_text("Tory")
    # What somebody else has left there does no harm.
    for kept in ['"x"', "{", "[1, null, \"agee\", \"attributes.\", \"age\", \"age\"]", "null", "[]"]:
        page.evaluate("kept => localStorage.setItem('columns', kept)", kept)
        page.reload()
        expect(row).to_contain_text("Una")
    expect(page.locator(".heads bdi")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(row).to_contain_text("una@example.net")
    site.send("DELETE", f"/api/people/{stored['id']}")


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
    # Columns, New, the first person.
    for _ in range(3):
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
    chain.fill("where { inMemory(($0.age ?? 0) > 30) }.select { ($0.name, $0.age) }.take(3)")
    chain.press("Control+Enter")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator(".plan li.memory").first).to_contain_text("memory")
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("SQL and memory give the same result.")).to_be_visible()
    # A link holds the chain; a live result follows the store.
    chain.fill("count()")
    page.get_by_role("button", name="Run").click()
    # A list waits until the cells of the result before are gone; a text would fail at once.
    expect(page.locator("td")).to_have_text(["600"])
    page.reload()
    expect(page.locator("td")).to_have_text(["600"])
    page.get_by_label("Live").check()
    stored = site.send("POST", "/api/people", {"name": "One", "surname": "More", "age": 1})
    expect(page.locator("td")).to_have_text(["601"])
    site.send("DELETE", f"/api/people/{stored['id']}")
    expect(page.locator("td")).to_have_text(["600"])


def completion(page, site):
    """A chain is written by keyboard alone: names are proposed, and mistakes underlined."""
    page.goto(site.url + "/ask")
    chain = page.get_by_label("A chain, as in Swift")
    # The history is a list of options too.
    proposals = page.locator("#proposals")
    expect(page.locator("tbody tr").first).to_be_visible()
    chain.focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    chain.press_sequentially("whe")
    expect(proposals.locator("li").first).to_contain_text('where { $0.name == "Ada" }')
    page.keyboard.press("Tab")
    expect(chain).to_have_value("where { $0. }")
    expect(chain).to_be_focused()
    # The members follow by themselves; the caret is where they stand.
    expect(proposals.get_by_text("surname", exact=True)).to_be_visible()
    page.keyboard.type("ag")
    expect(proposals.locator("li")).to_have_count(1)
    assert chain.get_attribute("aria-activedescendant") == proposals.locator("li").get_attribute("id")
    page.keyboard.press("Enter")
    expect(chain).to_have_value("where { $0.age }")
    page.keyboard.type(" ?? 0 > 30")
    page.keyboard.press("End")
    page.keyboard.type(".ta")
    expect(proposals.locator("li").first).to_contain_text("take(10)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(proposals.locator("[aria-selected=true]")).to_contain_text("take(10)")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    expect(chain).to_have_value("where { $0.age ?? 0 > 30 }.take(3)")
    page.keyboard.press("Control+Enter")
    expect(page.locator("tbody tr")).to_have_count(3)
    # Escape closes, Ctrl+Space opens; the list stands under its line.
    page.keyboard.press("End")
    page.keyboard.type(".s")
    expect(proposals).to_be_visible()
    page.keyboard.press("Escape")
    expect(proposals).to_be_hidden()
    expect(chain).to_have_value("where { $0.age ?? 0 > 30 }.take(3).s")
    page.keyboard.press("Control+Space")
    expect(proposals).to_be_visible()
    assert proposals.bounding_box()["y"] > chain.bounding_box()["y"] + 20
    page.keyboard.press("Escape")
    # What was accepted can be undone.
    chain.fill("")
    chain.press_sequentially("rever")
    expect(proposals.locator("li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(chain).to_have_value("reverse()")
    page.keyboard.press("Control+Z")
    expect(chain).to_have_value("rever")
    page.keyboard.press("Escape")
    # A mistake is underlined while one types, in its line, and said softly.
    chain.fill("where { $0.name != \"\U0001F600\" }\n.where { \"\U0001F600\" == \"x\" || $0.agee < 30 }")
    expect(page.locator(".mirror span")).to_have_text("agee")
    expect(page.locator("#mistake")).to_contain_text("did you mean age?")
    expect(page.get_by_role("alert")).to_be_empty()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("did you mean age?")
    expect(page.locator(".mirror span")).to_have_text("agee")
    chain.fill("people" + "\n" * 30 + ".where { $0.agee < 30 }")
    expect(page.locator(".mirror span")).to_have_text("agee")
    chain.press("Control+End")
    page.wait_for_function("""() => { const [area, mirror] = [document.querySelector('#chain'),
      document.querySelector('.mirror')]; return area.scrollTop > 0 && area.scrollTop === mirror.scrollTop
      && area.clientWidth === mirror.clientWidth; }""")


def plots(page, site):
    """Pictures, the order of the table, files of the result, the cost, and the last chains."""
    page.goto(site.url + "/ask")
    chain = page.get_by_label("A chain, as in Swift")
    ages = "groupBy { $0.age }.select { ($0.key, $0.count) }.sort { $0.0 }"
    chain.fill(ages)
    chain.press("Control+Enter")
    expect(page.locator("svg.plot polyline")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("points"))).to_be_visible()
    assert page.locator("svg.plot text").count() >= 6
    expect(page.get_by_text("Rows scanned")).to_be_visible()
    expect(page.get_by_text("Rows crossed into memory")).to_be_visible()
    expect(page.locator(".plans pre").first).to_contain_text("SELECT")
    # Up, down, and as it came.
    header = page.locator("th").nth(1)
    counts = lambda: [int(text) for text in page.locator("tbody td:nth-child(2)").all_inner_texts()]
    came = counts()
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    assert counts() == sorted(came)
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert counts() == sorted(came, reverse=True)
    # A file has the order of the table.
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    lines = open(download.value.path(), newline="").read().split("\r\n")
    assert [int(line.split(",")[1]) for line in lines[1:-1]] == counts(), lines[:3]
    header.get_by_role("button").click()
    assert counts() == came
    with page.expect_download() as download:
        page.get_by_role("button", name="Export JSON").click()
    assert len(json.load(open(download.value.path()))) == len(came)
    # Days are places on an axis.
    stored = [site.send("POST", "/api/people", {"name": f"Day {year}", "surname": "Plotted", "age": year - 1900,
                                                "birthDate": f"{year}-02-03"}) for year in [1950, 1960, 1975]]
    chain.fill('where { $0.surname == "Plotted" }.select { ($0.birthDate, $0.age) }.sort { $0.1 }')
    chain.press("Control+Enter")
    expect(page.locator("svg.plot circle")).to_have_count(3)
    for person in stored:
        site.send("DELETE", f"/api/people/{person['id']}")
    # Without the cost there is the plan; a table shows that it does not show all.
    page.get_by_label("Measure").uncheck()
    chain.fill("concat(people)")
    chain.press("Control+Enter")
    expect(page.get_by_text("The first 1,000 of 1,200 are shown")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(1000)
    expect(page.locator(".plan li").first).to_be_visible()
    expect(page.get_by_text("Rows scanned")).to_have_count(0)
    page.get_by_label("Last chains").select_option(ages)
    expect(chain).to_have_value(ages)


def import_file(page, site):
    page.goto(site.url)
    page.get_by_role("link", name="Import").click()
    expect(page).to_have_url(re.compile("/import$"))
    rows = "first_name,family,day of birth,mail,shoe\n" \
        'Ada,"Import, Lady",1915-12-10,ada@example.net,36\n' \
        "Alan,Importt,not a day,alan@example.net,43\n" \
        "\u0645\u062d\u0645\u062f,Importt,1990-01-01,m@example.net,42\n"
    chooser = page.locator("#file")
    chooser.set_input_files({"name": "club.csv", "mimeType": "text/csv", "buffer": rows.encode()})
    expect(page.locator(".about")).to_have_text(re.compile("^club.csv: CSV, .*, 5 columns$"))
    expect(page.get_by_role("cell", name="Import, Lady")).to_be_visible()
    # The fields that are needed have a column; the table tells what becomes of each.
    page.get_by_label("Given name").select_option("first_name")
    page.get_by_label("Age", exact=True).select_option("day of birth")
    page.get_by_label("E-mail", exact=True).select_option("mail")
    page.get_by_label("Surname", exact=True).select_option("")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("A column is needed.")).to_be_visible()
    expect(page.get_by_label("Surname", exact=True)).to_be_focused()
    page.get_by_label("Surname", exact=True).select_option("family")
    expect(page.get_by_role("columnheader", name="family")).to_contain_text("Surname")
    # One row is refused: nothing is stored, and nothing is lost.
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    refused = page.get_by_role("region", name="Refused rows")
    expect(refused.locator("tbody tr")).to_have_count(1)
    expect(refused.locator("tbody tr")).to_contain_text("not a day")
    expect(page.get_by_label("Surname", exact=True)).to_have_value("family")
    assert site.send("GET", "/api/people?search=import")["people"] == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the refused rows").click()
    lines = open(download.value.path(), newline="", encoding="utf-8").read().split("\r\n")
    assert lines[0].startswith("rejected_line,rejected_record,rejected_column,rejected_reason,"), lines
    assert lines[1].startswith("3,2,day of birth,") and "alan@example.net" in lines[1], lines
    # Tried only, by keyboard.
    page.get_by_label("Rows that may be refused").fill("1")
    page.get_by_label("Try only").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tried: nothing was stored.")).to_be_visible()
    assert site.send("GET", "/api/people?search=import")["people"] == []
    # Imported.
    page.get_by_label("Try only").uncheck()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("The file is imported.")).to_be_visible()
    expect(page.locator(".numbers dd")).to_have_text(["3", "2", "0", "0", "1"])
    # A column that is no field becomes an attribute.
    ada = next(person for person in site.send("GET", "/api/people?search=import")["people"]
               if person["name"] == "Ada")
    assert ada["attributes"]["shoe"] == "36", ada
    # Once more: they are there already.
    page.get_by_label("People who are there already").select_option("ignore")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".numbers dd")).to_have_text(["3", "0", "0", "2", "1"])
    page.get_by_role("link", name="See the people").click()
    expect(page.locator(".letters button").first).to_contain_text("602")
    for person in site.send("GET", "/api/people?search=import")["people"]:
        site.send("DELETE", f"/api/people/{person['id']}")
    # What is no table is said; the next file is read.
    page.goto(site.url + "/import")
    page.locator("#file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"\0\xff\xfe\0"})
    expect(page.get_by_role("alert")).not_to_be_empty()
    # A large file on a slow line: it can be stopped, and leaving the view stops it.
    large = "name,surname,age\n" + "Very,Slow,1\n" * 400_000
    page.locator("#file").set_input_files({"name": "large.csv", "mimeType": "text/csv", "buffer": large.encode()})
    expect(page.get_by_label("Given name")).to_have_value("name")
    expect(page.get_by_role("alert")).to_be_empty()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000})
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_label(re.compile("^Uploading: "))).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Stopped.")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_label(re.compile("^Uploading: "))).to_be_visible()
    with page.expect_event("requestfailed", lambda request: "/api/import?" in request.url):
        page.get_by_role("link", name="Ask").click()
    assert site.send("GET", "/api/people?search=slow")["people"] == []


def store(page, site):
    page.goto(site.url + "/store")
    people = page.locator(".store dl > div", has=page.get_by_text("People", exact=True)).locator("dd")
    expect(people).to_have_text("600")
    expect(page.locator(".store dl")).to_contain_text("SQLite")
    # By keyboard; the focus stays while the numbers change.
    check = page.get_by_role("button", name="Check")
    check.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("All is well.")).to_be_visible()
    expect(check).to_be_focused()
    stored = site.send("POST", "/api/people", {"name": "One", "surname": "More", "age": 1})
    expect(people).to_have_text("601")
    expect(check).to_be_focused()
    site.send("DELETE", f"/api/people/{stored['id']}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a backup").click()
    assert open(download.value.path(), "rb").read(15) == b"SQLite format 3"
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV", exact=True).click()
    lines = open(download.value.path(), encoding="utf-8").read().splitlines()
    assert "surname" in lines[0] and len(lines) >= 600, lines[:2]


def session(page, site):
    """A service with tokens: nothing without one, and what its role allows."""
    token = page.get_by_label("Token")
    dialog = page.get_by_role("dialog", name="Sign in")

    def sign_in(text):
        expect(token).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Enter")

    page.goto(site.url)
    expect(dialog).to_be_visible()
    assert page.locator(".rows").count() == 0
    sign_in("wrong")
    expect(dialog.get_by_role("alert")).to_have_text("This token is not known.")
    expect(token).to_be_focused()
    # Without a token the page says what to do.
    page.keyboard.press("Escape")
    page.locator("main").get_by_role("button", name="Sign in").click()
    sign_in("token-to-read")
    expect(dialog).to_be_hidden()
    expect(page.locator(".rows li")).to_have_count(200)
    expect(page.get_by_text("read only")).to_be_visible()
    expect(page.get_by_role("button", name="New")).to_have_count(0)
    expect(page.get_by_role("link", name="Import")).to_have_count(0)
    page.locator(".rows button").first.click()
    expect(page.get_by_label("Given name")).not_to_be_editable()
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.goto(site.url + "/import")
    expect(page.get_by_text("allows reading only")).to_be_visible()
    page.goto(site.url + "/store")
    expect(page.get_by_text("token of an administrator")).to_be_visible()
    # A role that may write, after leaving.
    page.get_by_role("button", name="Sign out").click()
    expect(dialog).to_be_visible()
    sign_in("token-to-write")
    page.get_by_role("link", name="People", exact=True).click()
    expect(page.get_by_role("button", name="New")).to_be_visible()
    expect(page.get_by_role("link", name="Import")).to_be_visible()
    # The session ends while a chain is written: the chain stays, and can be run again.
    page.get_by_role("link", name="Ask").click()
    chain = page.get_by_label("A chain, as in Swift")
    chain.fill("take(2).select { $0.name }")
    page.context.clear_cookies()
    chain.press("Control+Enter")
    expect(dialog).to_be_visible()
    sign_in("token-to-write")
    expect(dialog).to_be_hidden()
    expect(chain).to_have_value("take(2).select { $0.name }")
    chain.press("Control+Enter")
    expect(page.locator("tbody tr")).to_have_count(2)
    # What is followed goes on after it.
    page.get_by_role("link", name="People", exact=True).click()
    expect(page.locator(".rows li")).to_have_count(200)
    page.context.clear_cookies()
    page.get_by_role("searchbox").fill("smith")
    expect(dialog).to_be_visible()
    sign_in("token-of-an-administrator")
    expect(page.locator(".rows li").first).to_contain_text("Smith")
    page.get_by_role("link", name="Store").click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("All is well.")).to_be_visible()


def hidden(page, site):
    """A hidden tab holds no stream, and gets what it has missed."""
    page.goto(site.url + "/?search=zzyzx")
    expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
    turn = """hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange')); }"""
    page.evaluate(turn, True)
    stored = site.send("POST", "/api/people", {"name": "Zzyzx", "surname": "Road", "age": 1})
    page.wait_for_timeout(1000)
    expect(page.locator(".rows li")).to_have_count(0)
    with page.expect_request(lambda request: "/api/live" in request.url and "after=" in request.url):
        page.evaluate(turn, False)
    expect(page.locator(".rows li")).to_have_count(1)
    page.evaluate(turn, True)
    page.evaluate(turn, False)
    expect(page.locator(".rows li")).to_have_count(1)
    site.send("DELETE", f"/api/people/{stored['id']}")
    expect(page.locator(".rows li")).to_have_count(0)


def names(page, site):
    """Everything that can be operated has a name, and the contrast is enough."""
    for path in ["/", "/?search=smith", "/ask", "/import", "/store"]:
        page.goto(site.url + path)
        page.wait_for_selector(ready)
        if path == "/?search=smith":
            page.get_by_role("button", name="Columns").click()
            page.locator(".rows button").first.click()
            page.get_by_role("button", name="Add an attribute").click()
        if path == "/import":
            page.locator("#file").set_input_files({
                "name": "x.csv", "mimeType": "text/csv", "buffer": b"name,surname,age\nA,B,-1\n"})
            page.get_by_role("button", name="Import", exact=True).click()
            page.wait_for_selector("[role=alert] p")
        unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, textarea, select, progress, a')]
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
            && !element.classList.contains('skip') && !element.closest('svg, [aria-hidden]')).filter((element) => {
              const [one, two] = [light(getComputedStyle(element).color), light(ground(element))].sort().reverse();
              return (one + 0.05) / (two + 0.05) < 4.5; }).map((element) => element.outerHTML.slice(0, 120)).slice(0, 5); }""")
        assert low == [], low


def main():
    failures = []
    expect.set_options(timeout=20_000)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        listed = os.path.join(folder, "tokens")
        with open(listed, "w") as file:
            for role, token in tokens.items():
                file.write(f"{role} {hashlib.sha256(token.encode()).hexdigest()} {role}er\n")
        os.chmod(listed, 0o600)
        open_site = Site(os.path.join(folder, "open"))
        closed_site = Site(os.path.join(folder, "closed"), "--tokens", listed)
        for test in [people, person, attributes, columns, live, hidden, keyboard, ask, completion, plots, import_file, store,
                     session, names]:
            site = closed_site if test is session else open_site
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
                for path in ["", "ask", "import", "store"]:
                    page.goto(f"{open_site.url}/{path}")
                    page.wait_for_selector(ready)
                    page.wait_for_timeout(300)
                    page.screenshot(path=os.path.join(pictures, f"{name}-{path or 'people'}.png"))
                page.close()
        browser.close()
        open_site.end()
        closed_site.end()
    sys.exit(1 if failures else 0)


main()
