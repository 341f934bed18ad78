"""The page in a real browser, as a person uses it.

Usage: page_test.py SERVICE PERSONSTORE [FOLDER for screenshots]
"""
import hashlib, json, os, re, sqlite3, subprocess, sys, tempfile, time, urllib.parse, urllib.request

from playwright.sync_api import expect, sync_playwright

service, personstore = sys.argv[1:3]
pictures = sys.argv[3] if len(sys.argv) > 3 else None


# A view is there when one of these is.
ready = ".rows li, .plan li, .drop, .store dl, .group-list, .trash [role=status]:not(:empty), .trash tbody tr, " \
    ".duplicates [role=status]:not(:empty)"
club = "Member,Birthday,E-mail,Party,Fee\n" \
    "\"Lovelace, Ada\",10/12/1915,ada@example.net,Whig,36\n" \
    "\"Turing, Alan\",23/06/1912,alan@example.net,,40\n" \
    "\"Hopper, Grace\",0/0/00,grace@example.net,Navy,42\n"
tokens = {"read": "token-to-read", "write": "token-to-write", "admin": "token-of-an-administrator"}


class Site:
    """A service of its own on a free port, with a few people, or with the tables that SQL makes. Options are those of
    the service."""

    def __init__(self, folder, *options, sql=None):
        os.makedirs(folder)
        self.database = os.path.join(folder, "people.db")
        if sql:
            with sqlite3.connect(self.database) as connection:
                connection.executescript(sql)
        else:
            subprocess.run([personstore, "seed", "--count", "600", "--seed", "1", "--locale", "en,de,ar",
                            "--db", self.database], check=True, capture_output=True)
        self.command = [service, "--db", self.database, *options]
        self.start("0")

    def start(self, port):
        self.process = subprocess.Popen([*self.command, "--port", port], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
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


def until(condition):
    """Waits for what the service does after the page has shown that it asks for it."""
    for _ in range(100):
        if condition():
            return True
        time.sleep(0.1)
    return False


def people(page, site):
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    expect(page.locator(".letters button").first).to_contain_text("600")
    # A letter, a search, and the address bar that holds both.
    page.get_by_role("button", name=re.compile(r"^M \d")).click()
    expect(page.locator(".rows li bdi").first).to_have_text(re.compile("^M"))
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
    assert until(lambda: current()["attributes"] == {**left, "party": "Whig"}), current()
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
    # A search looks in the attributes that are shown.
    page.get_by_role("searchbox").fill("whig aaac")
    expect(row).to_contain_text("Una")
    expect(row.locator("mark")).to_have_text(["Aaac", "Whig"])
    page.get_by_role("searchbox").fill("aaac")
    # What changes elsewhere changes here.
    site.send("PATCH", f"/api/people/{stored['id']}", {"attributes": {"party": "Tory"}})
    expect(row).to_contain_text("Tory")
    # What somebody else has left there does no harm.
    for kept in ['"x"', "{", "[1, null, \"agee\", \"attributes.\", \"age\", \"age\"]", "null", "[]"]:
        page.evaluate("kept => localStorage.setItem('columns', kept)", kept)
        page.goto(site.url + "/?search=aaac")
        expect(row).to_contain_text("Una")
    expect(page.locator(".heads bdi")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(row).to_contain_text("una@example.net")
    site.send("DELETE", f"/api/people/{stored['id']}")


def back(page, site):
    """Back goes to what was there before; somebody new is scrolled to; who has an address is linked to."""
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    row = lambda place: page.locator(".rows li > button").nth(place)
    row(3).click()
    first = page.locator("h2").inner_text()
    row(5).click()
    expect(page.locator("h2")).not_to_have_text(first)
    page.go_back()
    expect(page.locator("h2")).to_have_text(first)
    expect(row(3)).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("h2")).to_have_count(0)
    page.go_forward()
    expect(page.locator("h2")).to_have_text(first)
    page.get_by_role("button", name=re.compile(r"^M \d")).click()
    expect(page.locator(".rows li bdi").first).to_have_text(re.compile("^M"))
    page.go_back()
    expect(page.locator(".rows li")).to_have_count(200)
    # Somebody at the end of a long list, and in the middle.
    ids = []
    for surname in ["Zzzz", "Gzzz"]:
        page.get_by_role("button", name="New").click()
        page.get_by_label("Given name").fill("Una")
        page.get_by_label("Surname", exact=True).fill(surname)
        page.get_by_label("E-mail").fill(f"{surname}@example.net")
        page.keyboard.press("Control+S")
        added = page.locator(".rows li", has_text=surname)
        expect(added).to_be_in_viewport()
        expect(added.get_by_role("button")).to_have_attribute("aria-current", "true")
        ids.append(int(re.search(r"person=(\d+)", page.url).group(1)))
    # An address that somebody has.
    page.get_by_label("E-mail").fill("Zzzz@example.net")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#person-email-error")).to_contain_text("must be unique")
    page.get_by_role("link", name="Una Zzzz has it.").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text("Una Zzzz")
    # What was typed is not lost.
    page.go_back()
    expect(page.locator("h2")).to_have_text("Una Gzzz")
    expect(page.get_by_label("E-mail")).to_have_value("Zzzz@example.net")
    page.get_by_role("button", name="Cancel").click()
    for identifier in ids:
        site.send("DELETE", f"/api/people/{identifier}")


def kept(page, site):
    """What is typed stays when somebody else is chosen, and after a reload; it is marked."""
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    row = lambda place: page.locator(".rows li > button").nth(place)
    name, drafts = page.get_by_label("Given name"), page.get_by_role("group", name="Drafts:")
    row(1).click()
    before = name.input_value()
    name.fill("Typed")
    page.get_by_role("button", name="Add an attribute").click()
    page.keyboard.type("colour")
    expect(row(1)).to_contain_text("draft")
    row(2).click()
    expect(name).not_to_have_value("Typed")
    expect(drafts.get_by_role("button")).to_have_count(1)
    page.get_by_role("button", name="New").click()
    name.fill("Nobody")
    page.keyboard.press("Escape")
    expect(drafts.get_by_role("button")).to_have_count(2)
    page.reload()
    expect(row(1)).to_contain_text("draft")
    # By keyboard.
    drafts.get_by_role("button", name="Typed").focus()
    page.keyboard.press("Enter")
    expect(name).to_have_value("Typed")
    expect(page.get_by_label("Name of the attribute").last).to_have_value("colour")
    expect(page.get_by_text("is not saved yet")).to_be_visible()
    # Somebody else's change meanwhile is not overwritten.
    identifier = int(re.search(r"person=(\d+)", page.url).group(1))
    age = site.send("GET", f"/api/people/{identifier}")["age"]
    site.send("PATCH", f"/api/people/{identifier}", {"age": 99})
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("Somebody else has changed this person")
    page.get_by_role("button", name="Take theirs").click()
    expect(name).to_have_value(before)
    expect(row(1)).not_to_contain_text("draft")
    site.send("PATCH", f"/api/people/{identifier}", {"age": age})
    # An attribute that is taken away is a draft, too.
    stored = site.send("POST", "/api/people", {"name": "Una", "surname": "Aaah", "attributes": {"a": "1"}})["id"]
    page.goto(f"{site.url}/?person={stored}")
    page.get_by_label("Remove the attribute").click()
    row(1).click()
    expect(drafts.get_by_role("button", name="Una Aaah")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Name of the attribute")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    site.send("DELETE", f"/api/people/{stored}")
    # Who is not there is not opened, and Back is no trap.
    page.goto(f"{site.url}/?person=999999")
    expect(page.get_by_text("There is no person with id 999999")).to_be_visible()
    expect(page).not_to_have_url(re.compile("person="))
    drafts.get_by_role("button", name="Nobody").click()
    expect(name).to_have_value("Nobody")
    page.get_by_role("button", name="Give it up").click()
    expect(drafts).to_be_hidden()


def past(page, site):
    """The history of a person, and the trash."""
    stored = site.send("POST", "/api/people", {"name": "Una", "surname": "Aaad", "attributes": {"a": "1"}})
    path = f"/api/people/{stored['id']}"
    site.send("PATCH", path, {"name": "<b>Ula</b>", "age": 3, "attributes": {"a": None, "b": "2"}})
    page.goto(f"{site.url}/?search=aaad&person={stored['id']}")
    page.get_by_text("What has changed").focus()
    page.keyboard.press("Enter")
    entries = page.locator(".history > li")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Changed")
    expect(entries.first.locator("del")).to_have_text(["Una", "1"])
    expect(entries.first.locator("ins")).to_have_text(["<b>Ula</b>", "3", "2"])
    expect(entries.last).to_contain_text("Added")
    # Deleted, restored at once, deleted again, restored from the trash by keyboard.
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rows li")).to_have_count(1)
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".rows li")).to_have_count(0)
    page.get_by_role("link", name="Trash").click()
    restore = page.get_by_role("button", name="Restore <b>Ula</b> Aaad")
    restore.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("<b>Ula</b> Aaad is there again.")).to_be_visible()
    expect(restore).to_have_count(0)
    assert site.send("GET", path)["age"] == 3
    site.send("DELETE", path)
    page.reload()
    page.get_by_role("button", name="Forget <b>Ula</b> Aaad").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(page.get_by_role("button", name="Forget <b>Ula</b> Aaad")).to_have_count(0)
    # The last changes of everybody, page by page.
    other = site.send("POST", "/api/people", {"name": "Changed", "surname": "Aaad"})["id"]
    for age in range(15):
        site.send("PATCH", f"/api/people/{other}", {"age": age})
    page.get_by_role("link", name="Store").click()
    page.get_by_text("The last changes").click()
    expect(page.locator(".history > li").first).to_contain_text("Changed Changed Aaad")
    expect(page.locator(".history > li").nth(16)).to_contain_text("Forgotten")
    expect(page.locator(".history > li")).to_have_count(20)
    page.get_by_role("button", name="Earlier").click()
    expect(page.locator(".history > li").nth(20)).to_be_visible()
    site.send("DELETE", f"/api/people/{other}")
    assert "Ula" not in json.dumps(site.send("GET", path + "/history"))


def unrecorded(page, site):
    """Without a history the page asks before it deletes, and says that nobody can be restored."""
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    page.locator(".rows li > button").nth(1).click()
    delete, dialog = page.get_by_role("button", name="Delete", exact=True), page.get_by_role("dialog")
    name = page.locator("h2").inner_text()
    delete.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("This service keeps no history: nobody can be restored.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("h2")).to_have_text(name)
    delete.click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text(f"{name} is deleted.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.locator(".letters button").first).to_contain_text("599")
    page.locator(".rows [data-box]").first.click()
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Deleted 1 person.")).to_be_visible()
    expect(page.locator(".letters button").first).to_contain_text("598")
    page.goto(site.url + "/trash")
    expect(page.get_by_text("This service keeps no history.")).to_be_visible()


def many(page, site):
    """Many people are selected, by mouse and by keyboard; edited, merged, put into a group, deleted."""
    stored = [site.send("POST", "/api/people", {"name": f"P{place}", "surname": "Aaae", "age": place})["id"]
              for place in range(6)]
    page.goto(f"{site.url}/?search=aaae")
    row = lambda place: page.locator(".rows li > button").nth(place)
    bar = page.get_by_role("toolbar")
    expect(page.locator(".rows li")).to_have_count(6)
    expect(bar).to_be_hidden()
    # By mouse: one, and those up to another one.
    page.get_by_label("Select Aaae, P1").check()
    expect(bar).to_contain_text("1 selected")
    page.get_by_label("Select Aaae, P3").click(modifiers=["Shift"])
    expect(bar).to_contain_text("3 selected")
    expect(page.get_by_label("Select everybody in the list")).to_have_js_property("indeterminate", True)
    # By keyboard.
    row(0).focus()
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(bar).to_contain_text("3 selected")
    assert "person=" not in page.url
    page.keyboard.press("Control+A")
    expect(bar).to_contain_text("6 selected")
    page.keyboard.press("Space")
    expect(bar).to_contain_text("5 selected")
    page.keyboard.press("Space")
    # An attribute that all of them get.
    bar.get_by_role("button", name="Edit").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Change").click()
    expect(dialog.get_by_role("alert")).to_have_text("A name is needed.")
    dialog.get_by_label("Name of the attribute").fill("party")
    dialog.get_by_label("New value").fill("Whig")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changed 6 people.")).to_be_visible()
    assert all(site.send("GET", f"/api/people/{one}")["attributes"] == {"party": "Whig"} for one in stored)
    bar.get_by_role("button", name="Edit").click()
    dialog.get_by_label("Field").select_option("age")
    dialog.get_by_label("New value").fill("-1")
    dialog.get_by_role("button", name="Change").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Person ")
    dialog.get_by_label("New value").fill("44")
    dialog.get_by_role("button", name="Change").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".rows li", has_text="44 years")).to_have_count(6)
    # A new group, and one that is there.
    for name in ["Zgroup", ""]:
        bar.get_by_role("button", name="Add to a group").click()
        if name:
            dialog.get_by_label("Name of the group").fill(name)
        else:
            dialog.get_by_label("Group", exact=True).select_option(label="Zgroup (6)")
        dialog.get_by_role("button", name="Add to a group").click()
        expect(dialog).to_have_count(0)
    group = next(group for group in site.send("GET", "/api/groups") if group["letter"] == "Zgroup")
    assert group["people"] == 6, group
    # Three become one, two at a time.
    page.keyboard.press("Escape")
    bar.get_by_role("button", name="Clear").click()
    row(0).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    bar.get_by_role("button", name="Merge").click()
    for left in [5, 4]:
        dialog.get_by_role("button", name="Merge").click()
        expect(page.locator(".rows li")).to_have_count(left)
    expect(dialog).to_have_count(0)
    # Deleted and restored.
    row(0).focus()
    page.keyboard.press("Control+A")
    bar.get_by_role("button", name="Delete").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Deleted 4 people.")).to_be_visible()
    expect(page.locator(".rows li")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rows li")).to_have_count(4)
    assert len(site.send("GET", f"/api/groups/{group['id']}")["items"]) == 4
    # All that fit, beyond those that the list has.
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    page.get_by_label("Select everybody in the list").check()
    expect(bar).to_contain_text("200 selected")
    bar.get_by_role("button", name="Select all 604").click()
    expect(bar).to_contain_text("604 selected")
    page.keyboard.press("Escape")
    for one in site.send("GET", "/api/people?search=aaae")["people"]:
        site.send("DELETE", f"/api/people/{one['id']}")
    site.send("DELETE", f"/api/groups/{group['id']}")


def filters(page, site):
    """The list is filtered and sorted; the address has it, and a file has what the list has."""
    stored = [site.send("POST", "/api/people", {"name": name, "surname": "Aaaf", "age": age, "attributes": attributes})["id"]
              for name, age, attributes in [("Ada", 36, {"city": "London"}), ("Bo", 20, {"city": "Londonderry"}),
                                            ("Cy", None, {"city": "Paris"}), ("Di", 50, {})]]
    page.goto(f"{site.url}/?search=aaaf")
    names = page.locator(".rows li button > bdi")
    shows = lambda wanted: expect(names).to_have_text([f"Aaaf, {name}" for name in wanted])
    shows(["Ada", "Bo", "Cy", "Di"])
    panel = page.get_by_role("form", name="Filters")
    page.get_by_role("button", name="Filter", exact=True).focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_label("Field")).to_be_focused()
    panel.get_by_label("Field").select_option("attributes.city")
    panel.get_by_label("Condition").select_option("contains")
    panel.get_by_role("button", name="Filter by this").click()
    expect(panel.get_by_role("alert")).to_have_text("A value is needed.")
    page.keyboard.type("LOND")
    page.keyboard.press("Enter")
    shows(["Ada", "Bo"])
    expect(page.get_by_text("2 people", exact=True)).to_be_visible()
    panel.get_by_label("Field").select_option("age")
    panel.get_by_label("Condition").select_option("min")
    panel.get_by_label("Looked for").fill("30")
    page.keyboard.press("Enter")
    shows(["Ada"])
    expect(page).to_have_url(re.compile("contains.attributes.city=LOND&minAge=30"))
    page.reload()
    shows(["Ada"])
    # A chip takes its filter away; the focus stays among them.
    chips = page.get_by_role("list", name="Filters").get_by_role("button")
    expect(chips).to_have_count(2)
    chips.first.focus()
    page.keyboard.press("Enter")
    shows(["Ada", "Di"])
    expect(chips.first).to_be_focused()
    # Up, down, as usual.
    age = page.locator(".heads").get_by_role("button", name="Age")
    age.focus()
    page.keyboard.press("Enter")
    shows(["Ada", "Di"])
    page.keyboard.press("Enter")
    shows(["Di", "Ada"])
    expect(page).to_have_url(re.compile("sort=-age"))
    page.reload()
    shows(["Di", "Ada"])
    # Both links and columns are in the address.
    page.goto(f"{site.url}/?search=aaaf&has.attributes.city=true&sort=-attributes.city&columns=attributes.city,age")
    shows(["Cy", "Bo", "Ada"])
    expect(page.locator(".heads bdi")).to_have_text(["city", "Age"])
    page.locator(".menu summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".menu")).to_contain_text("3 people, as in the list:")
    with page.expect_download() as download:
        page.locator(".menu").get_by_role("link", name="CSV").click()
    lines = open(download.value.path(), encoding="utf-8").read().splitlines()
    assert [line.split(",")[1] for line in lines] == ["name", "Cy", "Bo", "Ada"], lines
    # What somebody else has written there does no harm.
    page.goto(f"{site.url}/?search=aaaf&minAge=x&has.name=true&sort=x&columns=,x,%25&minBirthDate=1")
    shows(["Ada", "Bo", "Cy", "Di"])
    for one in stored:
        site.send("DELETE", f"/api/people/{one}")


def groups(page, site):
    """Groups are made, renamed and deleted; their people are ordered by mouse and by keyboard."""
    people = [site.send("POST", "/api/people", {"name": name, "surname": "Aaag"})["id"] for name in "KLMN"]
    page.goto(site.url)
    page.get_by_role("link", name="Groups").click()
    expect(page.get_by_text("There are no groups yet.")).to_be_visible()
    page.get_by_role("button", name="New group").click()
    dialog = page.get_by_role("dialog")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("A name is needed.")
    dialog.get_by_label("Name of the group").fill("Club")
    page.keyboard.press("Enter")
    title, members = page.locator("#group-title"), page.locator(".members li")
    expect(title).to_have_value("Club")
    group = site.send("GET", "/api/groups")[0]["id"]
    stored = lambda: [person["name"] for person in site.send("GET", f"/api/groups/{group}")["items"]]
    # People are found and added, by keyboard and by mouse.
    search = page.get_by_role("searchbox", name="Add people")
    search.fill("aaag k")
    expect(page.locator(".found button")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(members).to_have_count(1)
    expect(search).to_be_focused()
    for name in "LM":
        search.fill(f"aaag {name}")
        page.locator(".found button").first.click()
        expect(members.last).to_contain_text(f"Aaag, {name}")
    search.fill("aaag n")
    expect(page.locator(".found button")).to_have_text([re.compile("Aaag, N")])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(members).to_have_count(4)
    assert stored() == ["K", "L", "M", "N"]
    # By keyboard: one tab stop, Alt with an arrow moves.
    links = page.locator(".members a")
    links.first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(links.nth(1)).to_be_focused()
    expect(links).to_have_text(["Aaag, L", "Aaag, K", "Aaag, M", "Aaag, N"])
    assert until(lambda: stored() == ["L", "K", "M", "N"])
    page.keyboard.press("Alt+End")
    assert until(lambda: stored() == ["L", "M", "N", "K"])
    page.keyboard.press("ArrowUp")
    expect(links.nth(2)).to_be_focused()
    assert page.locator(".members a[tabindex='0']").count() == 1
    # By mouse: dragged over others.
    handle, target = page.locator(".members .handle").first.bounding_box(), page.locator(".members .handle").nth(2).bounding_box()
    page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    page.mouse.down()
    page.mouse.move(handle["x"] + 5, target["y"], steps=5)
    page.mouse.move(handle["x"] + 5, target["y"] + target["height"], steps=3)
    page.mouse.up()
    assert until(lambda: stored() == ["M", "N", "L", "K"]), stored()
    # Escape takes a drag back.
    page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    page.mouse.down()
    page.mouse.move(handle["x"] + 5, target["y"] + target["height"], steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(links).to_have_text(["Aaag, M", "Aaag, N", "Aaag, L", "Aaag, K"])
    # Taken out.
    links.last.focus()
    page.keyboard.press("Delete")
    expect(links).to_have_count(3)
    page.get_by_role("button", name="Take Aaag, L out of the group").click()
    assert until(lambda: stored() == ["M", "N"])
    # Somebody else's change is not overwritten.
    site.send("PUT", f"/api/groups/{group}", {"letter": "Club", "items": people})
    links.first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text("Somebody else has changed the group meanwhile.")).to_be_visible()
    expect(links).to_have_count(4)
    assert stored() == ["K", "L", "M", "N"]
    # Who comes back to the window sees it, too.
    site.send("PUT", f"/api/groups/{group}", {"letter": "Club", "items": people[:3]})
    page.locator("main").focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(links).to_have_count(3)
    site.send("PUT", f"/api/groups/{group}", {"letter": "Club", "items": people})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(links).to_have_count(4)
    # Renamed, deleted, and back again.
    title.fill("")
    page.keyboard.press("Enter")
    expect(page.locator("#group-title-error")).to_have_text("A name is needed.")
    title.fill("Society")
    page.keyboard.press("Enter")
    expect(page.locator(".group-list")).to_contain_text("Society")
    # A person knows the groups.
    page.get_by_role("link", name="Aaag, K").click()
    expect(page.get_by_role("link", name="Society")).to_be_visible()
    page.get_by_role("link", name="Society").click()
    expect(title).to_have_value("Society")
    page.get_by_role("button", name="Delete the group").click()
    expect(page.get_by_text("There are no groups yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(links).to_have_count(4)
    page.get_by_role("button", name="Delete the group").click()
    expect(page.get_by_text("There are no groups yet.")).to_be_visible()
    for one in people:
        site.send("DELETE", f"/api/people/{one}")


def phone(page, site):
    """On a small screen the person takes the place of the list, and Save is in reach."""
    page.set_viewport_size({"width": 390, "height": 700})
    for path in ["", "groups", "duplicates", "ask", "import", "trash", "store"]:
        page.goto(f"{site.url}/{path}")
        page.wait_for_load_state("networkidle") if path == "store" else page.wait_for_timeout(300)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (path, wide)
    page.goto(site.url)
    expect(page.locator(".rows li")).to_have_count(200)
    page.locator(".rows li button").nth(2).click()
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport()
    expect(page.get_by_label("Given name")).to_be_in_viewport()
    # The list behind it cannot be reached; the focus is in what is there.
    assert page.evaluate("document.querySelector('.person').contains(document.activeElement)")
    expect(page.locator(".list")).to_have_js_property("inert", True)
    page.go_back()
    expect(page.locator(".person")).to_be_hidden()
    expect(page.locator(".list")).to_have_js_property("inert", False)


def group_order(page, site):
    """Groups are ordered among themselves, by mouse and by keyboard, for everybody; new ones come last."""
    made = [site.send("POST", "/api/groups", {"letter": name, "items": []})["id"] for name in ["Zed", "Group 10", "Group 9", "amber"]]
    stored = lambda: [group["letter"] for group in site.send("GET", "/api/groups")]
    names = page.locator(".group-list li bdi")
    buttons = page.locator(".group-list li button")
    page.goto(site.url + "/groups")
    # Before anybody has ordered them they are shown by name.
    expect(names).to_have_text(["amber", "Group 9", "Group 10", "Zed"])
    # By keyboard: one tab stop, Alt with an arrow moves.
    buttons.first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(names).to_have_text(["Group 9", "amber", "Group 10", "Zed"])
    expect(buttons.nth(1)).to_be_focused()
    expect(page.locator(".group-list [aria-live]")).to_have_text("amber is 2 of 4.")
    assert until(lambda: stored() == ["Group 9", "amber", "Group 10", "Zed"]), stored()
    for _ in range(3):
        page.keyboard.press("Alt+ArrowDown")
    assert until(lambda: stored() == ["Group 9", "Group 10", "Zed", "amber"]), stored()
    page.keyboard.press("Alt+Home")
    assert until(lambda: stored() == ["amber", "Group 9", "Group 10", "Zed"]), stored()
    assert page.locator(".group-list li button[tabindex='0']").count() == 1
    # By mouse: dragged over others; a click still chooses.
    def drag(first, last, *keys):
        one, two = (page.locator(".group-list .handle").nth(place).bounding_box() for place in (first, last))
        page.mouse.move(one["x"] + 5, one["y"] + one["height"] / 2)
        page.mouse.down()
        page.mouse.move(one["x"] + 5, two["y"], steps=5)
        page.mouse.move(one["x"] + 5, two["y"] + two["height"], steps=3)
        for key in keys:
            page.keyboard.press(key)
        page.mouse.up()

    drag(0, 2)
    expect(names).to_have_text(["Group 9", "Group 10", "amber", "Zed"])
    assert until(lambda: stored() == ["Group 9", "Group 10", "amber", "Zed"]), stored()
    drag(0, 2, "Escape")
    expect(names).to_have_text(["Group 9", "Group 10", "amber", "Zed"])
    buttons.nth(2).click()
    expect(page.locator("#group-title")).to_have_value("amber")
    # The order stays, for everybody; a new group comes last, and a renamed one stays where it is.
    page.locator("#group-title").fill("Aaa")
    page.keyboard.press("Enter")
    site.send("POST", "/api/groups", {"letter": "1", "items": []})
    other = page.context.browser.new_page()
    other.goto(site.url + "/groups")
    expect(other.locator(".group-list li bdi")).to_have_text(["Group 9", "Group 10", "Aaa", "Zed", "1"])
    other.close()
    # Somebody else's order is not overwritten.
    page.reload()
    expect(names).to_have_text(["Group 9", "Group 10", "Aaa", "Zed", "1"])
    site.send("PUT", "/api/groups/order", {"ids": list(reversed(made))})
    buttons.first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text("Somebody else has made, deleted or ordered groups meanwhile.")).to_be_visible()
    expect(names).to_have_text(["Aaa", "Group 9", "Group 10", "Zed", "1"])
    # A deleted group comes back to its place.
    buttons.nth(1).click()
    page.get_by_role("button", name="Delete the group").click()
    expect(names).to_have_text(["Aaa", "Group 10", "Zed", "1"])
    page.get_by_role("button", name="Undo").click()
    expect(names).to_have_text(["Aaa", "Group 9", "Group 10", "Zed", "1"])
    assert until(lambda: stored() == ["Aaa", "Group 9", "Group 10", "Zed", "1"]), stored()
    # On a phone, too.
    page.set_viewport_size({"width": 390, "height": 800})
    drag(0, 1)
    assert until(lambda: stored()[:2] == ["Group 9", "Aaa"]), stored()
    for group in site.send("GET", "/api/groups"):
        site.send("DELETE", f"/api/groups/{group['id']}")


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
    # Down into the list, which is one tab stop; Enter opens, and the form has the focus.
    page.keyboard.press("ArrowDown")
    row = lambda place: page.locator(".rows li > button").nth(place)
    expect(row(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(row(2)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(row(page.locator(".rows li").count() - 1)).to_be_focused()
    page.keyboard.press("Home")
    assert page.locator(".rows li > button[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_contain_text("Smith")
    expect(page.get_by_label("Given name")).to_be_focused()
    # Ctrl+S saves, and the focus stays; Escape goes back to the list.
    before = page.get_by_label("Given name").input_value()
    page.keyboard.press("End")
    page.keyboard.type("x")
    page.keyboard.press("Control+S")
    expect(page.get_by_text("Saved.").first).to_be_visible()
    expect(page.get_by_label("Given name")).to_be_focused()
    page.get_by_label("Given name").fill(before)
    page.keyboard.press("Control+S")
    expect(page.locator(".rows li bdi").first).to_have_text(re.compile(before + "$"))
    page.keyboard.press("Escape")
    expect(row(0)).to_be_focused()
    expect(page.locator("h2")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_have_value("")
    # A slash goes to the search from anywhere but where one types; the letters are one stop, too.
    expect(page.locator(".rows li")).to_have_count(200)
    page.get_by_role("button", name="New").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^All "))).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("letter="))
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("")
    # What the parts are called.
    for role, name in [("navigation", "Views"), ("navigation", "First letters of the surnames"),
                       ("search", "Search people"), ("region", "People"), ("region", "Person")]:
        expect(page.get_by_role(role, name=name, exact=True)).to_have_count(1)


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
    # The statement has a time, and each operator in memory.
    expect(page.locator(".run.sql .place .time")).to_have_text(re.compile(r"^ [\d.]+ ms$"))
    in_memory = page.locator(".plan li.memory")
    expect(page.locator(".plan li.memory .time")).to_have_count(in_memory.count())
    expect(page.locator(".plan li.memory .time").first).to_have_text(re.compile(r"^ [\d.]+ ms$"))
    expect(page.locator(".plan li.sql .time")).to_have_count(0)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("SQL and memory give the same result.")).to_be_visible()
    # A chain that takes long is ended, by its button or by the next one, in the service too.
    chain.fill("crossJoin(people).crossJoin(people).sort { $0.0.0.surname + $0.1.name }.take(1)")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_disabled()
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("Running …")).to_be_visible()
    stop.click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(stop).to_be_disabled()
    for _ in range(4):
        page.get_by_role("button", name="Run").click()
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
    # The way of the rows, with their numbers.
    page.get_by_label("Measure").check()
    chain.fill("where { inMemory(($0.age ?? 0) > 30) }.take(3)")
    chain.press("Control+Enter")
    expect(page.locator(".way > p")).to_have_text([
        re.compile(r"\d+ rows of the table$"), re.compile(r"\d+ rows into memory$"), "↓ 3 elements in the result"])
    expect(page.locator(".run.memory .plan li")).to_have_count(2)
    # Chains that are saved have names.
    page.get_by_role("button", name="Save chain").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("A name is needed.")
    dialog.get_by_label("Name of the chain").fill("Three over thirty")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    page.reload()
    chain.fill("count()")
    page.get_by_label("Last chains").select_option(label="Three over thirty")
    expect(chain).to_have_value("where { inMemory(($0.age ?? 0) > 30) }.take(3)")
    page.get_by_role("button", name="Forget the saved chain").click()
    expect(page.locator("optgroup[label=Saved]")).to_have_count(0)
    # What somebody else has left there does no harm.
    for kept in ["{", "7", "[1, null, {}]", "null"]:
        page.evaluate("kept => { for (const key of ['chains', 'saved-chains']) localStorage.setItem(key, kept); }", kept)
        page.reload()
        expect(page.locator("tbody tr").first).to_be_visible()


def import_file(page, site):
    page.goto(site.url)
    page.get_by_role("link", name="Import").click()
    expect(page).to_have_url(re.compile("/import$"))
    rows = "first_name,family,birthday,mail,shoe,party\n" \
        'Ada,"Import, Lady",1915-12-10,ada@example.net,36,Whig\n' \
        "Alan,Importt,not a day,alan@example.net,43,\n" \
        "\u0645\u062d\u0645\u062f,Importt,1990-01-01,m@example.net,42,\n"
    stored = lambda: site.send("GET", "/api/people?search=import")["people"]
    ada = lambda: next(person for person in stored() if person["name"] == "Ada")
    becomes = lambda column: page.get_by_label(f"What becomes of {column}", exact=True)
    first = page.get_by_role("group", name="The first people, as they would be stored")
    submit = page.get_by_role("button", name="Import", exact=True)
    page.locator("#file").set_input_files({"name": "club.csv", "mimeType": "text/csv", "buffer": rows.encode()})
    expect(page.locator(".about")).to_have_text(re.compile("^club.csv: CSV, .*, 6 columns$"))
    # The guess, why, and that nothing is lost.
    expect(page.get_by_text("Every column that is no field becomes an attribute")).to_be_visible()
    for column, value in [("first_name", "name"), ("family", "surname"), ("birthday", "birthDate"),
                          ("mail", "email"), ("shoe", "attribute")]:
        expect(becomes(column)).to_have_value(value)
    expect(page.get_by_role("row", name=re.compile("^first_name"))).to_contain_text("Ada · Alan")
    expect(first.get_by_role("cell", name="Import, Lady")).to_be_visible()
    expect(first.locator("tbody tr").nth(1)).to_contain_text("birthday: not a day")
    expect(page.get_by_text("Of 3 rows none would be refused")).to_be_visible()
    expect(page.get_by_text("because they cannot be Date of birth: 1 value")).to_be_visible()
    # Corrected by keyboard: the first people follow, and what would be refused.
    becomes("shoe").focus()
    page.keyboard.type("Age")
    expect(becomes("shoe")).to_have_value("age")
    expect(first.locator("tbody tr").first).to_contain_text("36")
    expect(first.locator("tbody tr").first).not_to_contain_text("shoe: 36")
    expect(becomes("shoe")).to_be_focused()
    becomes("party").select_option("ignore")
    expect(first.locator("tbody tr").first).not_to_contain_text("Whig")
    becomes("birthday").select_option("age")
    expect(becomes("shoe")).to_have_value("attribute")
    expect(page.get_by_text("1 row: birthday: ")).to_be_visible()
    expect(first.locator("tbody tr")).to_have_count(2)
    # One row is refused: nothing is stored, and nothing is lost.
    submit.click()
    expect(page.get_by_role("alert").first).not_to_be_empty()
    refused = page.get_by_role("region", name="Refused rows")
    expect(refused.locator("tbody tr")).to_have_count(1)
    expect(refused.locator("tbody tr")).to_contain_text("not a day")
    expect(becomes("birthday")).to_have_value("age")
    assert stored() == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the refused rows").click()
    lines = open(download.value.path(), newline="", encoding="utf-8").read().split("\r\n")
    assert lines[0].startswith("rejected_line,rejected_record,rejected_column,rejected_reason,"), lines
    assert lines[1].startswith("3,2,birthday,") and "alan@example.net" in lines[1], lines
    # Tried only, by keyboard.
    page.get_by_label("Rows that may be refused").fill("1")
    page.get_by_label("Try only").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(submit).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tried: nothing was stored.")).to_be_visible()
    assert stored() == []
    page.get_by_label("Try only").uncheck()
    # A field that another column is chosen for, a name that is missing, and back to the guess.
    becomes("mail").select_option("age")
    expect(becomes("birthday")).to_have_value("birthDate")
    page.get_by_role("button", name="As guessed").click()
    expect(becomes("mail")).to_have_value("email")
    expect(becomes("party")).to_have_value("attribute")
    expect(page.get_by_role("button", name="As guessed")).to_be_disabled()
    becomes("birthday").select_option("attribute")
    expect(page.get_by_role("row", name=re.compile("^birthday"))).to_contain_text("chosen")
    becomes("birthday").select_option("birthDate")
    expect(page.get_by_role("row", name=re.compile("^birthday"))).to_contain_text("a word for a day of birth")
    becomes("first_name").select_option("ignore")
    becomes("family").select_option("attribute")
    expect(page.get_by_text("No column is the name of people. Choose one.")).to_be_visible()
    becomes("family").select_option("whole:surname, name")
    expect(first.locator("tbody tr").first).to_contain_text("Lady")
    expect(page.get_by_role("alert").first).to_be_empty()
    becomes("first_name").select_option("name")
    expect(becomes("family")).to_have_value("surname")
    becomes("shoe").select_option("age")
    becomes("party").select_option("ignore")
    # Ages up to a day, and then not.
    page.get_by_label("Count ages up to").fill("2026-01-01")
    becomes("shoe").select_option("attribute")
    expect(first.locator("tbody tr").first).to_contain_text("110")
    expect(page.get_by_role("row", name=re.compile("^birthday"))).to_contain_text("counted to 2026-01-01")
    page.get_by_label("Count ages up to").fill("")
    expect(first.locator("tbody tr").first).not_to_contain_text("110")
    # Imported as it was corrected.
    becomes("shoe").select_option("age")
    submit.click()
    expect(page.get_by_text("Imported 3 people.")).to_be_visible()
    expect(page.locator(".numbers dd")).to_have_text(["3", "3", "0", "0", "0"])
    assert ada()["age"] == 36 and "attributes" not in ada(), ada()
    past = page.get_by_role("region", name="Past imports")
    row = past.locator("tbody tr").first
    expect(row).to_contain_text("club.csv")
    # Undone, by keyboard, and imported again.
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("is undone: 3 people deleted.")).to_be_visible()
    expect(row).to_contain_text("undone")
    expect(undo).to_have_count(0)
    assert stored() == []
    submit.click()
    expect(page.get_by_text("Imported 3 people.")).to_be_visible()
    # Once more: they are there already.
    page.get_by_label("People who are there already").select_option("ignore")
    submit.click()
    expect(page.locator(".numbers dd")).to_have_text(["3", "0", "0", "3", "0"])
    # Found by a key, and changed.
    page.get_by_label("People who are there already").select_option("update")
    page.get_by_label("Who is there already is found by").select_option("name,surname,birthDate")
    becomes("shoe").select_option("attribute")
    expect(first.locator("tbody tr").first).to_contain_text("shoe: 36")
    submit.click()
    expect(page.get_by_text("Updated 2 people.")).to_be_visible()
    expect(page.locator(".numbers dd")).to_have_text(["3", "0", "2", "0", "1"])
    site.send("PATCH", f"/api/people/{ada()['id']}", {"age": 37})
    # Undo is refused where something has changed since, and says so.
    undo.click()
    expect(page.get_by_text("cannot be undone: since then").first).to_be_visible()
    page.get_by_role("link", name="See the people").click()
    expect(page.locator(".letters button").first).to_contain_text("603")
    for person in stored():
        site.send("DELETE", f"/api/people/{person['id']}")
    # What is no table is said; the next file is read.
    page.goto(site.url + "/import")
    page.locator("#file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"\0\xff\xfe\0"})
    expect(page.get_by_role("alert").first).not_to_be_empty()
    # Another encoding is said, where the bytes are no UTF-8.
    latin = "name,stra\u00dfe\nAda,B\u00e4ckergasse\n".encode("latin-1")
    page.locator("#file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": latin})
    expect(page.get_by_role("alert").first).to_contain_text("encoding")
    page.get_by_label("Encoding").select_option("latin-1")
    expect(becomes("stra\u00dfe")).to_have_value("attribute")
    expect(page.get_by_role("alert").first).to_be_empty()
    # Names of columns with signs that have a meaning elsewhere, and markup, which is text.
    odd = 'name,"a,b",c=d,"e""f",<img src=x onerror=alert(1)>\nAda Oddly,1,2,3,4\n'
    page.locator("#file").set_input_files({"name": "<b>.csv", "mimeType": "text/csv", "buffer": odd.encode()})
    for column in ["a,b", "c=d", 'e"f', "<img src=x onerror=alert(1)>"]:
        becomes(column).select_option("age")
        expect(first.locator("tbody td.number").first).to_have_text(re.compile("^[1-4]$"))
        becomes(column).select_option("attribute")
        expect(first.locator("tbody tr").first).to_contain_text(f"{column}: ")
        expect(page.get_by_role("alert").first).to_be_empty()
    assert page.locator("img").count() == 0
    becomes("e\"f").select_option("ignore")
    submit.click()
    expect(page.get_by_text("Imported 1 person.")).to_be_visible()
    oddly = site.send("GET", "/api/people?search=oddly")["people"]
    assert [person["attributes"] for person in oddly] == [
        {"a,b": "1", "c=d": "2", "<img src=x onerror=alert(1)>": "4"}], oddly
    # Undone in the list, which asks before.
    row = page.get_by_role("region", name="Past imports").locator("tbody tr").first
    row.get_by_role("button", name=re.compile("^Undo import \\d+ of <b>.csv$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 person will be deleted")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(row).not_to_contain_text("undone")
    row.get_by_role("button").click()
    dialog.get_by_role("button", name="Undo", exact=True).click()
    expect(row).to_contain_text("undone")
    assert site.send("GET", "/api/people?search=oddly")["people"] == []
    # A large file on a slow line: it can be stopped, and leaving the view stops it.
    large = "name,surname,age\n" + "Very,Slow,1\n" * 400_000
    page.locator("#file").set_input_files({"name": "large.csv", "mimeType": "text/csv", "buffer": large.encode()})
    expect(becomes("name")).to_have_value("name")
    expect(page.get_by_text("Of the first 200 rows")).to_be_visible()
    expect(page.get_by_role("alert").first).to_be_empty()
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000})
    submit.click()
    expect(page.get_by_label(re.compile("^Uploading: "))).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("Stopped.")
    submit.click()
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


def duplicates(page, site):
    """Pairs side by side, merged by keyboard alone."""
    markup = "<img src=x onerror=alert(1)>"
    twins = [{"name": "Zo\u00eb", "surname": "Zyzzyva", "email": "zoe@example.net", "attributes": {"city": "K\u00f6ln"}},
             {"name": "Zyzzyva", "surname": "Zoe", "age": 36, "email": "ZOE@example.net",
              "attributes": {"city": markup, "fax": "1"}},
             {"name": "Zoe", "surname": "Zyzzyva"}]
    ids = [site.send("POST", "/api/people", twin)["id"] for twin in twins]
    page.goto(site.url)
    page.get_by_role("link", name="Duplicates").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Duplicates")).to_have_attribute("aria-current", "page")
    # The address comes first.
    pair = page.locator(".pair").first
    expect(pair).to_contain_text("the same e-mail address, the same name")
    row = lambda title: pair.locator("tr", has=page.get_by_role("rowheader", name=title, exact=False))
    expect(row("city")).to_have_class("differs")
    expect(row("city")).to_contain_text(markup)
    assert page.locator("img").count() == 0
    expect(row("fax")).to_have_class("differs")
    expect(row("fax").get_by_role("radio")).to_have_count(0)
    # Another address and another city are chosen; the arrow keys move a choice.
    radio = row("E-mail").get_by_role("radio")
    expect(radio.first).to_be_checked()
    radio.first.focus()
    page.keyboard.press("ArrowDown")
    expect(radio.last).to_be_checked()
    # Somebody else changes one of both.
    site.send("PATCH", f"/api/people/{ids[1]}", {"age": 37})
    pair.get_by_role("button", name="Merge").focus()
    page.keyboard.press("Enter")
    expect(pair.get_by_role("alert")).to_contain_text("nothing was merged")
    page.get_by_role("button", name="Look again").focus()
    page.keyboard.press("Enter")
    expect(row("Age")).to_contain_text("37")
    expect(pair.get_by_role("alert")).to_be_empty()
    radio.first.focus()
    page.keyboard.press("ArrowDown")
    button = pair.get_by_role("button", name="Merge")
    for _ in range(20):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Person {ids[1]} is merged into {ids[0]}.")).to_be_visible()
    merged = site.send("GET", f"/api/people/{ids[0]}")
    assert merged["email"] == "ZOE@example.net" and merged["age"] == 37, merged
    assert merged["attributes"] == {"city": "K\u00f6ln", "city (2)": markup, "fax": "1", "email (2)": "zoe@example.net",
                                    "name (2)": "Zyzzyva", "surname (2)": "Zoe"}, merged
    # The focus is on the next pair, which has the new values; the person who is kept is chosen, too.
    expect(page.locator(".pair h3").first).to_be_focused()
    next_pair = page.locator(".pair", has_text="Zyzzyva")
    expect(next_pair).to_contain_text("ZOE@example.net")
    keeper = next_pair.locator("tr").first.get_by_role("radio")
    keeper.last.check()
    next_pair.get_by_role("button", name="Merge").click()
    expect(page.get_by_text(f"Person {ids[0]} is merged into {ids[2]}.")).to_be_visible()
    assert site.send("GET", f"/api/people/{ids[2]}")["attributes"]["fax"] == "1"
    # What they have in common is in the address.
    page.get_by_label("similar name").uncheck()
    expect(page).to_have_url(re.compile("by=email,name$"))
    page.reload()
    expect(page.get_by_label("similar name")).not_to_be_checked()
    expect(page.get_by_text("No duplicates are found.")).to_be_visible()
    site.send("DELETE", f"/api/people/{ids[2]}")


music = """
CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE album (
  id INTEGER PRIMARY KEY, artist_id INTEGER NOT NULL REFERENCES artist (id), title TEXT NOT NULL,
  released TEXT, price REAL, kind TEXT NOT NULL CHECK (kind IN ('live', 'studio'))
) STRICT;
CREATE TABLE genre (code INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE album_genre (
  album_id INTEGER NOT NULL REFERENCES album (id), genre_code INTEGER NOT NULL REFERENCES genre (code),
  PRIMARY KEY (album_id, genre_code)
) STRICT, WITHOUT ROWID;
CREATE VIEW cheap AS SELECT id, title FROM album WHERE price < 10;
INSERT INTO artist VALUES (1, 'Nina Simone'), (2, 'Ella Fitzgerald');
WITH RECURSIVE series (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM series WHERE value < 500)
INSERT INTO album SELECT value, 1 + value % 2, 'Album ' || value, date('1960-01-01', value || ' months'),
  nullif(value % 20, 0) + 0.5, iif(value % 3, 'studio', 'live') FROM series;
INSERT INTO genre VALUES (1152921504606846977, 'Jazz'), (2, 'Blues');
INSERT INTO album_genre SELECT id, 1152921504606846977 FROM album WHERE id <= 3;
"""


def tables(page, site):
    """The tables of another program: their rows in an order, those that are looked for, and what belongs to one."""
    page.goto(site.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    expect(page.get_by_role("link", name="People")).to_have_count(0)
    expect(page.locator(".group-list li")).to_have_count(5)
    page.get_by_role("link", name="album", exact=True).click()
    rows = page.locator(".found-rows tbody tr")
    expect(rows).to_have_count(200)
    expect(page.get_by_text("500 rows")).to_be_visible()
    # More rows come near the end, and an order is one of all rows.
    page.locator(".found-rows .table").evaluate("element => element.scrollTo(0, element.scrollHeight)")
    expect(rows).to_have_count(500)
    page.get_by_role("button", name="title").click()
    page.get_by_role("button", name="title").click()
    expect(rows.first).to_contain_text("Album 99")
    expect(page).to_have_url(re.compile("sort=-title"))
    # A filter, which the address has.
    page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_label("Field").select_option(label="price")
    page.get_by_label("Condition").select_option(label="up to")
    page.get_by_label("Looked for").fill("1.5")
    page.get_by_role("button", name="Filter by this").click()
    expect(page.get_by_text("25 rows")).to_be_visible()
    page.get_by_label("Field").select_option(label="released")
    page.get_by_label("Condition").select_option(label="from")
    page.get_by_label("Looked for").fill("1990-01-01")
    page.get_by_role("button", name="Filter by this").click()
    expect(page.get_by_text("7 rows")).to_be_visible()
    page.reload()
    expect(page.get_by_text("7 rows")).to_be_visible()
    # What is written in a filter is never a part of the chain.
    page.goto(site.url + "/tables?" + urllib.parse.urlencode({"table": "album", "is.title": '" || true || "'}))
    expect(page.get_by_text("No row fits.")).to_be_visible()
    # A row, and the rows that belong to it.
    page.goto(site.url + "/tables?table=album")
    page.get_by_role("button", name="Open 2", exact=True).click()
    panel = page.get_by_role("region", name="Row")
    expect(panel).to_contain_text("Album 2")
    expect(panel).to_contain_text("live" if 2 % 3 == 0 else "studio")
    assert panel.get_by_role("textbox").count() == 0
    panel.get_by_role("link", name="artist").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Nina Simone")
    rows.get_by_role("button").click()
    expect(panel.locator("li").filter(has_text="albums")).to_contain_text("250")
    page.go_back()
    page.go_back()
    expect(panel).to_contain_text("Album 2")
    # Rows behind a join table, whose keys are too large for JavaScript.
    expect(panel.locator("li").filter(has_text=re.compile("^genres"))).to_contain_text("1")
    panel.get_by_role("link", name="genres", exact=True).click()
    expect(rows).to_contain_text("1152921504606846977")
    rows.get_by_role("button").click()
    panel.get_by_role("link", name="albums", exact=True).click()
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="All rows").click()
    expect(rows).to_have_count(200)
    # The chain, and a picture of a column.
    page.get_by_label("Count by").select_option(label="kind")
    expect(page.get_by_label("A chain, as in Swift")).to_have_value(re.compile("countBy"))
    expect(page.locator("svg.bars")).to_be_visible()
    # A row that another program adds is seen.
    page.goto(site.url + "/tables?table=artist")
    page.get_by_label("Live").check()
    expect(rows).to_have_count(2)
    with sqlite3.connect(site.database) as connection:
        connection.execute("INSERT INTO artist VALUES (3, 'Billie Holiday')")
    expect(rows).to_have_count(3)


def changed_tables(page, site):
    """Rows are changed where whoever runs the service allows it."""
    page.goto(site.url + "/tables?table=album&row=%5B20%5D")
    panel = page.get_by_role("region", name="Row")
    price = panel.get_by_label("price", exact=False).first
    expect(panel.get_by_label("price has no value")).to_be_checked()
    expect(price).to_be_disabled()
    panel.get_by_label("price has no value").uncheck()
    price.fill("much")
    panel.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("alert")).to_have_text("price needs a value of type Double.")
    price.fill("12.5")
    panel.get_by_label("title").fill("A \"new\" \\(name)\nof two lines")
    panel.get_by_label("kind").select_option("live")
    panel.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("tr[aria-current]")).to_contain_text("12.5")
    row = sqlite3.connect(site.database).execute("SELECT title, price, kind FROM album WHERE id = 20").fetchone()
    assert row == ("A \"new\" \\(name)\nof two lines", 12.5, "live"), row
    # Somebody else was faster.
    panel.get_by_label("price", exact=False).first.fill("13")
    with sqlite3.connect(site.database) as connection:
        connection.execute("UPDATE album SET price = 14 WHERE id = 20")
    panel.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("alert")).to_contain_text("Somebody else has changed these values")
    # What the database refuses, and what is deleted.
    page.goto(site.url + "/tables?table=artist&row=%5B1%5D")
    panel.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete the row")
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("alert")).to_have_text("Something refers to the row, or it refers to nothing")
    dialog.get_by_role("button", name="Cancel").click()
    page.goto(site.url + "/tables?table=album_genre&row=%5B3%2C%221152921504606846977%22%5D")
    panel.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Deleted.")).to_be_visible()
    expect(page.get_by_text("2 rows")).to_be_visible()
    # A view is only read.
    page.goto(site.url + "/tables?table=cheap")
    page.locator(".found-rows tbody button").first.click()
    expect(panel).to_contain_text("Album")
    assert panel.get_by_role("button", name="Delete").count() == 0


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
    page.locator(".rows li button").first.click()
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
    # What is written stays when the role changes at once, before the search or the chain is run.
    page.clock.install()
    for view, box, text in [("People", page.get_by_role("searchbox"), "jones"), ("Ask", chain, "take(3)")]:
        for role in ["token-to-read", "token-to-write"]:
            page.get_by_role("link", name=view, exact=True).click()
            expect(box).to_be_visible()
            page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
            box.fill(text)
            page.context.clear_cookies()
            page.evaluate("document.dispatchEvent(new Event('unauthenticated'))")
            sign_in(role)
            expect(dialog).to_be_hidden()
            page.clock.resume()
            expect(box).to_have_value(text)
            box.clear()


turn = """hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""


def streams(site):
    """The streams that are open, and the queries whose events they have."""
    store = site.send("GET", "/api/store")
    return store["streams"], store["subscriptions"]


def windows(page, site):
    """Many windows of a browser share one stream, whatever they show, and all see a change at once."""
    page.goto(site.url + "/groups")
    context = page.context.browser.new_context()
    shown = [context.new_page() for _ in range(8)]
    for window in shown[:6]:
        window.goto(site.url + "/?search=zzyzx")
    shown[6].goto(site.url + "/?search=zzyzx%20road")
    shown[7].goto(site.url + "/ask?chain=count()")
    shown[7].get_by_label("Live").check()
    for window in shown[:7]:
        expect(window.get_by_text("Nobody fits the search.")).to_be_visible()
    expect(shown[7].locator("td")).to_have_text(["600"])
    # The letters, two searches, and the number.
    assert until(lambda: streams(site) == (1, 4)), streams(site)
    watch = """([place, text]) => { window.seen = new Promise((resolve) => {
      const look = () => document.querySelector(place)?.textContent.includes(text) && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look(); }); }"""
    for window in shown:
        window.evaluate(watch, ["td", "601"] if window is shown[7] else [".rows", "Zzyzx"])
    start = time.time() * 1000
    stored = site.send("POST", "/api/people", {"name": "Zzyzx", "surname": "Road", "age": 1})
    times = [window.evaluate("window.seen") - start for window in shown]
    print(f"  8 windows saw a change after {min(times):.0f} to {max(times):.0f} ms", flush=True)
    assert max(times) < 1000, times
    assert streams(site) == (1, 4), streams(site)
    # One that comes later gets what the others have, and what each does needs a connection of its own.
    late = context.new_page()
    late.goto(site.url + "/?search=zzyzx")
    expect(late.locator(".rows li")).to_have_count(1)
    assert streams(site) == (1, 4), streams(site)
    late.locator(".rows li button").first.click()
    late.get_by_label("Age", exact=True).fill("7")
    late.get_by_role("button", name="Save").click()
    for window in [late, *shown[:7]]:
        expect(window.locator(".rows li")).to_contain_text("7 years")
    # A window that is closed ends what it alone has followed, and the last one the stream.
    shown[6].close()
    assert until(lambda: streams(site) == (1, 3)), streams(site)
    site.send("DELETE", f"/api/people/{stored['id']}")
    for window in [late, *shown[:6]]:
        expect(window.locator(".rows li")).to_have_count(0)
    for window in [late, *shown[:6], shown[7]]:
        window.evaluate(turn, True)
    assert until(lambda: streams(site) == (0, 0)), streams(site)
    context.close()


def hidden(page, site):
    """A hidden tab holds no stream, and gets what it has missed."""
    assert until(lambda: streams(site) == (0, 0)), streams(site)
    page.goto(site.url + "/?search=zzyzx")
    expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
    page.evaluate(turn, True)
    assert until(lambda: streams(site) == (0, 0)), streams(site)
    stored = site.send("POST", "/api/people", {"name": "Zzyzx", "surname": "Road", "age": 1})
    page.wait_for_timeout(1000)
    expect(page.locator(".rows li")).to_have_count(0)
    page.evaluate(turn, False)
    expect(page.locator(".rows li")).to_have_count(1)
    page.evaluate(turn, True)
    page.evaluate(turn, False)
    expect(page.locator(".rows li")).to_have_count(1)
    site.send("DELETE", f"/api/people/{stored['id']}")
    expect(page.locator(".rows li")).to_have_count(0)


def alone(page, site):
    """Where windows cannot share a worker, each has one stream for all that it follows."""
    page.add_init_script("delete window.SharedWorker")
    told = []
    page.on("request", lambda request: told.append(json.loads(request.post_data)["queries"])
            if request.method == "PATCH" and "/api/live/stream/" in request.url else None)
    before = streams(site)[0]
    hidden(page, site)
    # Who comes back says what is known.
    assert all("after" not in query for query in told[0].values()), told
    assert any(query and "after" in query for queries in told[1:] for query in queries.values()), told
    live(page, site)
    other = page.context.browser.new_page()
    other.add_init_script("delete window.SharedWorker")
    other.goto(site.url)
    expect(other.locator(".rows li")).to_have_count(200)
    assert until(lambda: streams(site)[0] == before + 2), streams(site)
    other.close()


def interrupted(page, site):
    """A stream that ends is opened anew, and what was missed is shown."""
    def restart():
        page.goto(site.url + "/?search=zzyzx")
        expect(page.get_by_text("Nobody fits the search.")).to_be_visible()
        port = site.url.rsplit(":", 1)[1]
        site.end()
        expect(page.get_by_text("The service cannot be reached; trying again.")).to_be_visible()
        site.start(port)
        stored = site.send("POST", "/api/people", {"name": "Zzyzx", "surname": "Road", "age": 1})
        expect(page.locator(".rows li")).to_have_count(1)
        expect(page.get_by_text("The service cannot be reached; trying again.")).to_be_hidden()
        site.send("DELETE", f"/api/people/{stored['id']}")
        expect(page.locator(".rows li")).to_have_count(0)

    restart()
    page.add_init_script("delete window.SharedWorker")
    restart()
    # A stream that the service does not know any more.
    page.route("**/api/live/stream/*", lambda route: route.fulfill(status=404, body="{}"), times=1)
    page.get_by_role("searchbox").fill("smith")
    expect(page.locator(".rows li").first).to_contain_text("Smith")
    # A worker that the browser cannot run.
    page.add_init_script("window.SharedWorker = class { constructor() { this.port = new MessageChannel().port1; "
                         "setTimeout(() => this.onerror(new Event('error'))); } }")
    live(page, site)


def found(page, site):
    """A search finds words without accents, the best first, and what it has found is marked."""
    people = [("José", "Zzmüller", "zz@example.net"), ("Zzmul", "Íñigo", None), ("Siobhan", "O’Zzneil", None),
              ("太郎", "山田", None)]
    stored = [site.send("POST", "/api/people", {"name": name, "surname": surname, "email": email})["id"]
              for name, surname, email in people]
    def expect_found(text, rows, marks):
        page.goto(site.url)
        box = page.get_by_role("searchbox")
        box.focus()
        page.keyboard.type(text)
        expect(page.locator(".rows li button > bdi")).to_have_text(rows)
        expect(page.locator(".rows mark")).to_have_text(marks)
    expect_found("zzmul", ["Íñigo, Zzmul", "Zzmüller, José"], ["Zzmul", "Zzmül"])
    expect_found("jose ZZM", ["Zzmüller, José"], ["Zzm", "José"])
    expect_found("ozzneil", ["O’Zzneil, Siobhan"], ["O’Zzneil"])
    expect_found("zzneil", ["O’Zzneil, Siobhan"], ["Zzneil"])
    expect_found("太郎", ["山田, 太郎"], ["太郎"])
    for id in stored:
        site.send("DELETE", f"/api/people/{id}")


def languages(page, site):
    """The list is in the order of the reader's language."""
    surnames = ["Åberg", "Zander", "Aberg"]
    stored = [site.send("POST", "/api/people", {"name": "Zzorder", "surname": surname})["id"]
              for surname in surnames]
    def name_after_aberg(reader):
        reader.goto(site.url)
        expect(reader.locator(".rows li")).to_have_count(200)
        names = [text.strip() for text in reader.locator(".rows li button > bdi").all_inner_texts()]
        return names[names.index("Aberg, Zzorder") + 1]

    assert name_after_aberg(page) == "Åberg, Zzorder"
    swede = page.context.browser.new_page(locale="sv-SE")
    assert name_after_aberg(swede) != "Åberg, Zzorder"
    swede.close()
    for id in stored:
        site.send("DELETE", f"/api/people/{id}")


def names(page, site):
    """Everything that can be operated has a name, and the contrast is enough."""
    for path in ["/", "/?search=smith", "/groups", "/duplicates", "/ask", "/import", "/trash", "/store"]:
        page.goto(site.url + path)
        page.wait_for_selector(ready)
        if path == "/?search=smith":
            page.get_by_role("button", name="Columns").click()
            page.locator(".rows li button").first.click()
            page.get_by_role("button", name="Add an attribute").click()
            page.get_by_role("button", name="Filter").click()
            page.locator(".menu summary").click()
            page.locator(".rows [data-box]").nth(1).click()
            page.get_by_text("What has changed").click()
            expect(page.get_by_role("toolbar")).to_be_visible()
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
        bare_site = Site(os.path.join(folder, "bare"), "--history", "0")
        music_site = Site(os.path.join(folder, "music"), sql=music)
        writable_site = Site(os.path.join(folder, "writable"), "--change-tables", sql=music)
        sites = {session: closed_site, unrecorded: bare_site, tables: music_site, changed_tables: writable_site}
        for test in [people, person, attributes, columns, back, kept, past, unrecorded, many, filters, groups, group_order, phone,
                     live, windows, hidden, alone, interrupted, keyboard, ask, completion, plots, import_file, store,
                     duplicates, tables, changed_tables, session, found, languages, names]:
            site = sites.get(test, open_site)
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
                for path in ["", "groups", "duplicates", "ask", "import", "trash", "store"]:
                    page.goto(f"{open_site.url}/{path}")
                    page.wait_for_selector(ready)
                    if path == "import":
                        page.locator("#file").set_input_files({
                            "name": "club.csv", "mimeType": "text/csv", "buffer": club.encode()})
                        page.wait_for_selector(".mapping")
                    page.wait_for_timeout(300)
                    page.screenshot(path=os.path.join(pictures, f"{name}-{path or 'people'}.png"), full_page=True)
                page.close()
        browser.close()
        for site in [open_site, closed_site, bare_site, music_site, writable_site]:
            site.end()
    sys.exit(1 if failures else 0)


main()
