"""The measured sign-up on django-formtools: gunicorn serves `application`; this program itself makes the tables."""

import os

import django
from django.conf import settings

FOLDER = os.path.dirname(os.path.abspath(__file__))
POSTGRES = os.environ.get("BENCHMARK_POSTGRES")

if POSTGRES:
    DATABASE = {
        "ENGINE": "django.db.backends.postgresql", "NAME": os.environ["BENCHMARK_DATABASE"], "USER": "flow",
        "HOST": POSTGRES, "CONN_MAX_AGE": None,
    }
else:
    DATABASE = {
        "ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["BENCHMARK_SQLITE"],
        "OPTIONS": {
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;", "transaction_mode": "IMMEDIATE",
        },
    }

settings.configure(
    DEBUG=False, SECRET_KEY="0123456789abcdef0123456789abcdef0123456789abcdef", ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__, DATABASES={"default": DATABASE}, INSTALLED_APPS=["django.contrib.sessions", "formtools"],
    SESSION_ENGINE="django.contrib.sessions.backends.db",
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [os.path.join(FOLDER, "templates")],
        "APP_DIRS": True, "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }],
    USE_TZ=True, LOGGING_CONFIG=None,
)
django.setup()

from django import forms  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.urls import path  # noqa: E402
from formtools.wizard.views import NamedUrlSessionWizardView, SessionWizardView  # noqa: E402


class Person(forms.Form):
    name = forms.CharField(label="Your name", widget=forms.TextInput(attrs={"autocomplete": "name"}))
    email = forms.EmailField(label="Email address")


class Plan(forms.Form):
    kind = forms.ChoiceField(
        label="Plan", choices=[("basic", "basic"), ("gold", "gold"), ("free", "free")], widget=forms.RadioSelect)


class Home(forms.Form):
    street = forms.CharField(label="Street and number")
    city = forms.CharField(label="Town or city")


class Note(forms.Form):
    text = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 3}))


class Check(forms.Form):
    pass


TITLES = {
    "person": "Who are you?", "plan": "Which plan?", "home": "Where do you live?", "note": "Anything else?",
    "check": "Check your answers",
}


class SignUpPages:
    template_name = "page.html"

    def get_context_data(self, form, **kwargs):
        context = super().get_context_data(form=form, **kwargs)
        context["title"] = TITLES[self.steps.current]
        if self.steps.current == "check":
            context["answers"] = [
                (step, bound.label, bound.value())
                for step in list(self.get_form_list())[:-1]
                for bound in self.get_form(step, data=self.storage.get_step_data(step))
            ]
        return context

    def done(self, form_list, **kwargs):
        values = self.get_all_cleaned_data()
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO account (name) VALUES (%s)", [values["name"]])
        return render(self.request, "done.html", {"values": values})


def made(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM account")
        return HttpResponse(str(cursor.fetchone()[0]))


class SignUp(SignUpPages, NamedUrlSessionWizardView):
    """Each page has an address, and an answer is replied to with a redirection."""


class PlainSignUp(SignUpPages, SessionWizardView):
    """All pages have one address, and an answer is replied to with the next page."""


FORMS = [("person", Person), ("plan", Plan), ("home", Home), ("note", Note), ("check", Check)]
if os.environ.get("BENCHMARK_PLAIN"):
    urlpatterns = [path("sign-up", PlainSignUp.as_view(FORMS)), path("made", made)]
else:
    sign_up = SignUp.as_view(FORMS, url_name="step", done_step_name="done")
    urlpatterns = [
        path("sign-up", sign_up, name="start"), path("sign-up/<step>", sign_up, name="step"), path("made", made)]
application = get_wsgi_application()

if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE account (name varchar(100))")
